%! loop: 10 parallel
%! loop: 19 parallel
%! loop: 30 parallel
%! loop: 42 parallel
%! structure: kernel 3
% Loops with `continue` become kernels: the rest of an iteration runs where the `continue` does not. The first two are one kernel.
function [] = main(n : int = 6)
    x = zeros(n)
    % One of several, one after the other.
    for k = 0..n-1
        if k == 1
            continue
        elseif k == 3
            continue
        end
        x[k] = k
    end
    % In the other branch.
    for k = 0..n-1
        if x[k] > 0
            x[k] += 100
        else
            continue
        end
        x[k] += 1000
    end
    print x
    % => [0,0,1102,0,1104,1105]
    % Behind other work, and nested at the end.
    for k = 0..n-1
        if k > 2
            x[k] = -1
            if k > 4
                x[k] = -2
                continue
            end
            x[k] -= 3
        end
    end
    print x
    % => [0,0,1102,-4,-4,-2]
    for k = 0..n-1
        if k == 0
            x[k] = 7
            continue
        else
            x[k] = 8
            continue
        end
    end
    print x
    % => [7,8,8,8,8,8]
end
