%! features: F220
%! loop: 13 serial
%! loop: 13 Operations involving objects can currently not be parallelized/serialized.
%! loop: 13 `p` refers to an object (`^point`)
%! loop: 13 advice: read the fields of `p` into variables before the loop
type point : mutable class
    x : scalar
    y : scalar
end
function [] = main(n : int = 4)
    p : ^point = point(x:=10, y:=2)
    v = zeros(n)
    for i = 0..n-1
        v[i] = p.x + i
    end
    print v
    % => [10,11,12,13]
end
