%! reduction: Applied reduction transpose(transpose(m)) -> copy(m)
%! reduction: Result after 1 reduction: copy(m)
%! reduction: Applied reduction real(m) -> copy(m)
%! reduction: Result after 1 reduction: copy(m)
%! reduction: Applied reduction imag(m) -> zeros(size(m))
%! reduction: Result after 1 reduction: print(zeros(size(m)))
%! reduction: Applied reduction sum(a.*b) -> dotprod(a, b)
%! reduction: Result after 1 reduction: print(dotprod(a, b))
%! reduction: Applied reduction real(transpose(c)) -> transpose(real(c))
%! reduction: Result after 1 reduction: print(transpose(real(c)))
% The rules of the library come with its import. They change no result; what was a new array stays one.
import "system.q"
m = [[1.0,2],[3,4]]
t = transpose(transpose(m))
t[0,0] = 9
print m[0,0], " ", t[0,0]
% => 1 9
r = real(m)
r[0,0] = 8
print m[0,0], " ", r[0,0]
% => 1 8
print imag(m)
% => [[0,0],
% =>  [0,0]]
a = [1.0,2,3]
b = [4.0,5,6]
print sum(a.*b)
% 4 + 10 + 18
% => 32
c = complex(m, m)
print real(transpose(c))
% => [[1,3],
% =>  [2,4]]
