%! warns: x line 8
%! warns: x line 13
%! loop: 8 serial
%! loop: 13 serial
%! loop: 20 serial
% More than one iteration changes what the others read: no cut helps, and the loops stay as they are.
function [] = two_elements(x : vec, k : int, m : int)
    for i = 0..numel(x)-1
        x[i] = x[k] + x[m]
    end
end
function [] = two_writes(x : vec, k : int)
    for i = 1..numel(x)-1
        x[i] += x[k]
        x[i-1] += x[k]
    end
end
% The element that is read moves with the iterations.
function [] = moving(x : vec, k : int)
    for i = 0..numel(x)-1
        x[i] += x[k]
        k += 1
    end
end
function [] = main(n : int = 4, k : int = 1, m : int = 2)
    x = zeros(n)
    for i = 0..n-1
        x[i] = i + 1
    end
    two_elements(x, k, m)
    % x[0] = 2+3, x[1] = 2+3, then with the new ones x[2] = 5+3, x[3] = 5+8
    % => [5,5,8,13]
    print x
    two_writes(x, k)
    % i=1: x[1] = 10, x[0] = 15; i=2: x[2] = 18, x[1] = 20; i=3: x[3] = 33, x[2] = 38
    % => [15,20,38,33]
    print x
    moving(x, k)
    % 15+20, 20+38, 38+33, 33 and an element outside
    % => [35,58,71,33]
    print x
end
