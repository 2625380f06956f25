%! test opt reorder reorder=always
% An element that saturates is no variable: 200 and 200 are 255, less 100 is 155, where a number in a register would come to 300.
% check: store

function [] = f(y : mat[uint8], steps : vec[int])
    for i = 0..size(y,0)-1
        for k = 0..numel(steps)-1
            for j = 0..size(y,1)-1
                y[i,j] = y[i,j] + steps[k]
            end
        end
    end
end
function [] = main(n : int = 5)
    y = mat[uint8](n, n+1)
    steps = vec[int](3)
    steps[0] = 200
    steps[1] = 200
    steps[2] = -100
    f(y, steps)
    print y[0,0], y[n-1,n]
end
