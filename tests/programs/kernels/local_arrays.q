% One part of a feature of the inventory.
% A small matrix of known size lives on the stack.
function [] = __kernel__ k(x : mat'mirror, y : mat, pos : ivec2)
    w = zeros(3,3)
    for i = -1..1
        for j = -1..1
            w[i+1,j+1] = x[pos + [i,j]]
        end
    end
    y[pos] = sum(w) - w[1,1]
end
x = ones(3,5)
x[1,2] = 10
y = zeros(3,5)
parallel_do(size(y), x, y, k)
print y[1,2], " ", y[0,1], " ", y[2,4]
% => 8 17 8
