%! features: F087
% One untyped function, instantiated for int, scalar, complex, vector, matrix.
function y = twice(x)
    y = x + x
end
print twice(3)
% => 6
print twice(1.25)
% => 2.5
print twice(1+2i)
% => 2+4i
print twice([1,2,3])
% => [2,4,6]
A = twice([[1.5,2.0],[0.0,1.0]])
print A[0,0], " ", sum(A)
% => 3 9
print twice("ab")
% => abab
