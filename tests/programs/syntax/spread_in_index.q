%! features: F137
C = zeros(2,2,3)
pos = [1,0]
C[...pos, 2] = 5
print C[1,0,2], " ", C[...pos, 2]
% => 5 5
function y = sub(a, b)
    y = a - b
end
print sub(...[7,4])
% => 3
