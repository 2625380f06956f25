% What MATLAB writes with parentheses, and fractions in lists of ints.
A = ones(2,3)
print A(1,2), A(:), size(A)(1), A[0][1]
s = "abc"
print s[0], num2str(pi, 4)
x = [1,2,3]
x[0] /= 2
x[1] = 2.5
A[0,:][1] = 3
function [a, b] = f(x)
    return [x, 2*x]
end
[a, b] = f(2)
