% What rounds to zero keeps its sign, in vector code as elsewhere.
function [] = main(a : scalar = -0.25)
    x = zeros(9)
    y = zeros(9)
    for j = 0..8
        x[j] = round(a*(j - 4))
        y[j] = ceil(a*(j - 4)/4)
    end
    print x
    print y
end
% Halves go away from zero: 1, 0.75, 0.5, 0.25, 0, -0.25 …
% => [1,1,1,0,-0,-0,-1,-1,-1]
% => [1,1,1,1,-0,-0,-0,-0,-0]
