% A plane of a cube has fewer elements than the cube: expressions of planes are computed where they are read.
function y = grey(x)
    y = 0.25*x[:,:,0] + 0.5*x[:,:,1] + 0.25*x[:,:,2] + 1
end
function y = rows(x)
    y = x[0,:,:] + x[1,:,:]
end
function z = root_of_grey(x)
    z = sqrt(grey(x))
end
function z = halves(x)
    z = rows(x)/2
end
function [] = main(n : int = 2)
    x = ones(n, n+1, 3)
    x[1,2,1] = 7
    % Out of a cell comes a cube of sizes that only the run tells.
    c = {x*3, x}
    tripled : cube = c[0]
    print root_of_grey(tripled)
    x : cube = c[1]
    print size(halves(x)), " ", sum(halves(x))
end
% 3*(0.25 + 0.5 + 0.25) + 1 = 4, and 3*(0.5 + 3.5) + 1 = 13
% => [[2,2,2],
% =>  [2,2,3.6055512]]
% Nine elements of (1 + 1)/2, one of them (1 + 7)/2.
% => [1,3,3] 12
