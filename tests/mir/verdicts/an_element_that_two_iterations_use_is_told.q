%! test opt verdicts level=1
% The manual's message, what it means here, both places, and what to do.
% check: loop over i in script: serial
% next: Parallelization not possible: dependency on iterator variable!
% next: different iterations use the same element of `x`, and one of them writes it
% next: at ...:12:9
% next: at ...:13:9
% next: advice: write to another array than the one that is read, or, if the order of the iterations does not matter, put `{!parallel for}` before the loop; `x` must then not need it

function [] = f(x : vec)
    for i = 1..numel(x)-1
        t = x[i-1] + 1
        x[i] = 2*t
    end
end
function [] = main(n : int = 5)
    x = ones(n)
    f(x)
    print x
end
