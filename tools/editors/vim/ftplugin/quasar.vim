" How Quasar is written: comments, blanks as `qc fmt` has them, names.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=%\ %s
setlocal comments=:%
setlocal expandtab shiftwidth=4 softtabstop=4
setlocal suffixesadd=.q

let b:undo_ftplugin = "setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< suffixesadd<"
