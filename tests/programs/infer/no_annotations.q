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
%! reports: types twice(x: int'const)
%! reports: types twice(x: scalar'const)
%! reports: types twice(x: cscalar'const)
%! reports: types twice(x: vec[int](3)'const)
%! reports: types twice(x: mat(2,2)'const)
%! reports: types twice(x: string'const)
