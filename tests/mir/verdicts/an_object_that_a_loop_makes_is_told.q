%! test opt verdicts level=1
% It has no name: its class is told.
% check: loop over i in script: serial
% next: Operations involving objects can currently not be parallelized/serialized.
% next: an object of the class `point` is made
% check: advice: place the statement outside of the loop, or the rest of the loop in a loop of its own

type point : mutable class
    x : scalar
end
function [] = main(n : int = 4)
    points = vec[^point](n)
    for i = 0..n-1
        points[i] = point(x:=i)
    end
    print points[1].x
end
