;;; tflint.el --- Starts `tflint server' for Python files  -*- lexical-binding: t -*-

;;; Commentary:

;; For Eglot, which is a part of Emacs from 29 on, and a package before.  Load this in your init file.

;;; Code:

(require 'eglot)

(add-to-list 'eglot-server-programs '(python-mode . ("tflint" "server")))
(when (fboundp 'python-ts-mode)
  (add-to-list 'eglot-server-programs '(python-ts-mode . ("tflint" "server"))))
(add-hook 'python-mode-hook #'eglot-ensure)
(add-hook 'python-ts-mode-hook #'eglot-ensure)

(provide 'tflint)
;;; tflint.el ends here
