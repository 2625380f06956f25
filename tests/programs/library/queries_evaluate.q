% A size or a type that is known when compiling is no reason to leave out what the argument does: every call prints.
function y = f(x)
    print "f of ", x
    y = x
end
% => f of 1
% => f of 2
% => 2
print numel([f(1), f(2)])
% => f of 3
% => [1]
print size(f(3))
% => f of 4
% => 1
print size([f(4)], 1)
% => f of 5
% => [1,1]
print size(f(5), 0..1)
% => f of 6
% => 1
print isreal(f(6))
% => f of 7
% => f of 8
% => 0
print isempty([f(7), f(8)])
% The sum of a number is the number, whatever the dimension.
% => f of 0
% => 4
print sum(4, f(0))
% => 5
print mindim(5, 1)
% The number of elements is a size like any other.
% => f of 9
% => f of 10
% => [1,2]
print size(zeros(numel([f(9), f(10)])))
d = 1
% => f of 11
% => f of 12
% => f of 13
% => [0,0,0]
print zeros(size([f(11), f(12), f(13)], d))
