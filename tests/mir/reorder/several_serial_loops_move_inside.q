%! test opt reorder reorder=always
% Two serial loops stand between the parallel ones: both move into the loop along the vectors, in their order.
% check: for $i 'i'
% check: for $k 'k'
% check: for $c 'c'
% check: for $p 'p'
% check: load $f[$c, $p, $k]
% check: load $x[$i, $c, $p]
% check: store $y[$i, $k]

function y = contraction(f : cube, x : cube)
    y = zeros(size(x,0), size(f,2))
    for i = 0..size(x,0)-1
        for c = 0..size(x,1)-1
            for p = 0..size(x,2)-1
                for k = 0..size(f,2)-1
                    y[i,k] += f[c,p,k]*x[i,c,p]
                end
            end
        end
    end
end
function [] = main(n : int = 3)
    f = ones(n, 2, n)
    x = ones(n, n, 2)
    f[1,1,2] = 4
    y = contraction(f, x)
    print sum(y), y[0,2]
end
