%! features: F220
%! loop: 14 serial
%! loop: 14 Operations involving objects can currently not be parallelized/serialized.
%! loop: 14 `p` refers to an object (`^point`)
%! loop: 14 advice: read the fields of `p` into variables before the loop
%! loop: 24 parallel
type point : mutable class
    x : scalar
    y : scalar
end
function [] = main(n : int = 4)
    p : ^point = point(x:=10, y:=2)
    v = zeros(n)
    for i = 0..n-1
        v[i] = p.x + i
        print v[i]
    end
    % => 10
    % => 11
    % => 12
    % => 13
    % What does not change is read before a loop that can be a kernel.
    w = zeros(n)
    for i = 0..n-1
        w[i] = p.x + p.y*i
    end
    print w
    % => [10,12,14,16]
end
