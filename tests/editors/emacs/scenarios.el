;;; scenarios.el --- eglot in the layer's folder; prints one line a scenario  -*- lexical-binding: t -*-

(require 'eglot)
(require 'flymake)
(require 'subr-x)

(defconst layer-table (expand-file-name "index/trigger-table.md"))
(defconst layer-patience 30)
(defvar layer-failed nil)

(setq eglot-sync-connect t
      eglot-connect-timeout layer-patience
      make-backup-files nil
      create-lockfiles nil)

(defun layer-eventually (name condition)
  "Wait until CONDITION gives a value and return it; fail with NAME after `layer-patience'."
  (let ((end (+ (float-time) layer-patience)) value)
    (while (not (setq value (funcall condition)))
      (when (> (float-time) end)
        (error "Did not happen: %s" name))
      (accept-process-output nil 0.05))
    value))

(defun layer-diagnostic (text)
  "The diagnostic whose message holds TEXT."
  (seq-find (lambda (each) (string-match-p (regexp-quote text) (flymake-diagnostic-text each)))
            (flymake-diagnostics)))

(defun layer-go-to (text &optional behind)
  "Put point on the first TEXT, or BEHIND it."
  (goto-char (point-min))
  (search-forward text)
  (unless behind
    (goto-char (match-beginning 0))))

(defun layer-tell-server ()
  "Send what was edited now: idle timers do not run in batch mode."
  (eglot--signal-textDocument/didChange))

(defun layer-scenario (title run)
  "Call RUN in a fresh buffer of the table and print TITLE with the outcome."
  (condition-case problem
      (progn
        (find-file layer-table)
        (revert-buffer t t)
        (unless (eglot-managed-p)
          (apply #'eglot (eglot--guess-contact)))
        (layer-tell-server)
        (flymake-start)
        (layer-eventually "a diagnostic" #'flymake-diagnostics)
        (funcall run)
        (princ (format "ok emacs: %s\n" title)))
    (error
     (setq layer-failed t)
     (princ (format "FAIL emacs: %s\n    %s\n" title (error-message-string problem)))
     (dolist (each (flymake-diagnostics))
       (princ (format "    | %s\n" (flymake-diagnostic-text each))))))
  (set-buffer-modified-p nil))

(layer-scenario
 "a dead pointer is a diagnostic"
 (lambda ()
   (let ((found (layer-eventually "dead-pointer" (lambda () (layer-diagnostic "overveiw.md")))))
     (layer-go-to "overveiw.md")
     (cl-assert (= (point) (flymake-diagnostic-beg found))))))

(layer-scenario
 "the hover of a pointer tells how far to trust its file"
 (lambda ()
   (layer-go-to "draught-classes.md")
   (let* ((answer (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                   (eglot--TextDocumentPositionParams)))
          (shown (eglot--hover-info (plist-get answer :contents) (plist-get answer :range))))
     (cl-assert (string-match-p "Tier 2" shown) t))))

(layer-scenario
 "a pointer is completed"
 (lambda ()
   (layer-go-to "| cargo-manifests | overview.md" t)
   (insert " · ")
   (layer-tell-server)
   (let ((labels (all-completions "" (nth 2 (eglot-completion-at-point)))))
     (cl-assert (seq-find (lambda (each) (string-match-p "hazard-classes.md" each)) labels) t))))

(layer-scenario
 "a dead pointer is mended by a code action"
 (lambda ()
   (layer-eventually "dead-pointer" (lambda () (layer-diagnostic "overveiw.md")))
   (layer-go-to "overveiw.md")
   (let* ((actions (append (eglot-code-actions (point) (match-end 0) "quickfix" nil) nil))
          (wanted (seq-find (lambda (each) (string-match-p "overview.md" (plist-get each :title)))
                            actions)))
     (cl-assert wanted t)
     (eglot--apply-workspace-edit (plist-get wanted :edit))
     (layer-tell-server)
     (layer-go-to "| pilotage | overview.md · boarding-points.md |")
     (layer-eventually "no more dead-pointer"
                       (lambda ()
                         (flymake-start)
                         (not (layer-diagnostic "overveiw.md")))))))

(kill-emacs (if layer-failed 1 0))
;;; scenarios.el ends here
