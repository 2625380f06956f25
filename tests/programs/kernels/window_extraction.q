%! features: F117
function [] = __kernel__ range_filter(x : mat'mirror, y : mat, pos : ivec2)
    w = x[pos[0]+(-1..1),pos[1]+(-1..1)]
    y[pos] = max(w) - min(w)
end
x = [[1.0,2.0,3.0],[4.0,5.0,6.0],[7.0,8.0,9.0]]
y = zeros(3,3)
parallel_do(size(y), x, y, range_filter)
% In the middle 9 - 1; in the corner the mirrored window holds 1, 2, 4, 5.
print y[1,1], " ", y[0,0], " ", y[2,2], " ", y[0,1]
% => 8 4 4 5
