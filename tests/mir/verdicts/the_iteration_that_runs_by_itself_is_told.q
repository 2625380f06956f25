%! test opt verdicts level=1
% The loop would be cut there: below and above it is parallel. The place is told as the source has it; the program stays as it is.
% check: host f
% check: for ... 'i'
% not: for ... 'i'
% not: launch
% check: loop over i in f: parallel but for i == k
% next: left serial: kernels are made at -O2

function [] = f(x : vec, k : int)
    for i = 0..numel(x)-1
        x[i] = x[i] + x[k]
    end
    if k > 2
        f(x, k-1)
    end
end
function [] = main(n : int = 5)
    x = 0.0+(1..n)
    f(x, 3)
    print x
end
