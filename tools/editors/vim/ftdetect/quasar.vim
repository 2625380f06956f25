" Files of Quasar end in .q.
au BufRead,BufNewFile *.q setfiletype quasar
