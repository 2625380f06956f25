%! features: F235
%! loop: 8 parallel
%! loop: 12 parallel
%! loop: 16 parallel
% A slice with constant bounds stays in registers as long as it has at most 64 elements; from there on a loop goes over it where it lies.
function [] = main(n : int = 4)
    A = ones(n,100)
    for k = 0..n-1
        A[k,99] = sum(A[k,0..0]) + sum(A[k,3..34])
    end
    y = zeros(n)
    for k = 0..n-1
        y[k] = sum(A[k,1..64])
    end
    z = zeros(n)
    for k = 0..n-1
        z[k] = sum(A[k,0..64])
    end
    % 1 + 32, 64 and 65 elements.
    print A[:,99], y, z
    % => [[33],
    % =>  [33],
    % =>  [33],
    % =>  [33]][64,64,64,64][65,65,65,65]
    % Bounds outside are zeros there, as everywhere in a loop.
    for k = 0..n-1
        y[k] = sum(A[k,90..120])
    end
    % The columns 90 to 98 are ones, then 33.
    print y
    % => [42,42,42,42]
end
