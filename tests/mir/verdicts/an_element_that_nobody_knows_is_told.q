%! test opt verdicts level=1
% The index is read from an array.
% check: loop over i in script: serial
% next: Parallelization not possible: dependency on iterator variable!
% next: which elements of `x` an iteration uses depends on more than the loop variables, so two iterations may use the same one
% check: advice: if no two iterations use the same element of `x`, put `{!parallel for}` before the loop

function [] = f(x : vec, places : vec[int])
    for i = 0..numel(places)-1
        x[places[i]] = i
    end
end
function [] = main(n : int = 5)
    x = ones(n)
    p = vec[int](n)
    f(x, p)
    print x
end
