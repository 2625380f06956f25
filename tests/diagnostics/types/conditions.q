% A condition is a number or an array of numbers.
while "a" %~ E0307 neither true nor false
end
print "a" && 1 %~ E0307 neither true nor false
print !"a" %~ E0307 neither true nor false
x = "b" ? 1 : 2 %~ E0307 neither true nor false
print -"a" %~ E0308 `-` does not work on a `string`
print "a" < "b" %~ E0308 `<` does not work on a `string`
print "ab" * 3 %~ E0308 `*` does not work on a `string`
z = 1+2i
print z < 3 %~ E0308 complex numbers have no order
