print 1, eval("x = 3") %~ E0404 not one expression
print eval("1 + ")     %~ E0102 expected an expression
eval("import ""imfilter.q""") %~ E0404 `eval` does not import files
