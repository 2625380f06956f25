%! loop: 5 parallel
function [] = main(n : int = 5)
    x = zeros(n)
    % `continue` alone carries nothing from one iteration to the next.
    for k = 0..n-1
        if mod(k,2) == 0
            continue
        end
        x[k] = k
    end
    print x
    % => [0,1,0,3,0]
end
