%! test opt verdicts level=1
% Another order of the additions gives other last digits.
% check: loop over i in script: serial
% next: Parallelization not possible: dependency on iterator variable!
% next: different iterations change the same element of `total` in floating point, which rounds otherwise in another order
% check: advice: if its last digits may differ, put `{!parallel for}` before the loop: each change of `total` becomes atomic then

function [] = f(x : vec, total : vec)
    for i = 0..numel(x)-1
        total[numel(total)-1] += 0.5*x[i]
    end
end
function [] = main(n : int = 5)
    x = ones(n)
    t = zeros(n)
    f(x, t)
    print t
end
