%! loop: 6 parallel
% Where the program promises that iterations do not need each other, a variable that seems to go from one to the next is no obstacle.
function [] = copied(x : vec, y : vec)
    last = 0.0
    {!parallel for}
    for i = 0..numel(x)-1
        if x[i] > 0
            last = x[i]
        end
        y[i] = last
    end
end
x = ones(6000)
y = zeros(6000)
copied(x, y)
print sum(y)
% => 6000
