"""Refactorings of a trigger table, one a file; `ide.refactors` lists them."""
