% What users of MATLAB and NumPy write where a statement or an expression is read; each is one mistake.
c{1} = 2 %~ E0111 this cannot be assigned to
f = @(x) x^2 %~ E0001 unexpected character `@`
x[end+1] = 3 %~ E0114 `end` is not an index
y = x[1:end] %~ E0103 expected a type after `:`
try: %~ E0101 no colon opens a block
    y = 1
except: %~ E0101 expected a type
end
d = {"a": 1} %~ E0101 expected `,` or `}`
print "x = " y %~ E0104 expected the end of the statement
bool b = true %~ E0104 expected the end of the statement
y = sqrt.(x) %~ E0101 expected the name of a field or method
push!(x, 2) %~ E0104 expected the end of the statement
