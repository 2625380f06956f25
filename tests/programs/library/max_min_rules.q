%! features: F405
% Two operands, element by element, a number with every element; and all elements of one array.
a = [[1,-2,3],[4,5,-6]]
print max(a, 2)
% => [[2,2,3],
% =>  [4,5,2]]
print min(2, a)
% => [[1,-2,2],
% =>  [2,2,-6]]
print max(a, [[0,0,9],[9,0,0]])
% => [[1,0,9],
% =>  [9,5,0]]
print max(a), min(a), " ", max([1..3]), max(7, 9), min(7.5, 9), min(-0.5, -1)
% => 5-6 397.5-1
i : vec[int] = [3, -4, 5]
print max(i), min(i), " ", max(i, 4)
% => 5-4 [4,4,5]
print max(zeros(2,2,2)-3), min(ones(2,2,2))
% => -31
% What is not a number is passed over, wherever it stands; the result is one if there is any.
z = zeros(3)
q = z[0]/z[1]
print max(q, 1), min(q, 1), max(1, q), min(1, q), " ", max(q, q), min(q, q)
% => 1111 nannan
v = [q, 2, q]
print max(v, 1), min(1, v), max(v, v), min(v, [q, q, 5])
% => [1,2,1][1,1,1][nan,2,nan][nan,2,5]
infinite = 1/z[0]
print max([1, infinite]), min([1, -infinite])
% => inf-inf
% In a kernel as on the host.
y = zeros(4)
function [] = __kernel__ both(y : vec, q : scalar, pos : int)
    y[pos] = pos == 0 ? max(q, 1) : (pos == 1 ? min(q, 5) : (pos == 2 ? max(pos, 1.5) : min(pos, 2)))
end
parallel_do(4, y, q, both)
print y
% => [1,5,2,2]
