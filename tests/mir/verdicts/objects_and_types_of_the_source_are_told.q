%! test opt verdicts level=1
% The operations that keep these loops serial were made from what the source calls so.
% check: loop over i in script: serial
% next: Operations involving objects can currently not be parallelized/serialized.
% next: `p` refers to an object (`^point`)
% check: advice: read the fields of `p` into variables before the loop, and write them back behind it
% check: loop over k in script: serial
% next: Parallelization/serialization not possible because the variable is polymorphic (not a unique type).
% next: which type `a` has is known only when running: int, vec
% check: advice: give `a` one type: assign values of that type alone, or copy it into a variable with a type before the loop

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
    if n > 9
        a = 3
    else
        a = [1.5, 2]
    end
    for k = 0..n-1
        v[k] = sum(a) + k
    end
    print v
end
