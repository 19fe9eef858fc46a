;;; before.el --- what a person's Emacs has before the setup is copied into it  -*- lexical-binding: t -*-

;; Emacs 28 with Debian's elpa-eglot; from Emacs 29 on eglot is built in.
(dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*"))
  (add-to-list 'load-path folder))

;; The package `markdown-mode', as far as it matters here.
(define-derived-mode markdown-mode text-mode "Markdown")
(add-to-list 'auto-mode-alist '("\\.md\\'" . markdown-mode))
;;; before.el ends here
