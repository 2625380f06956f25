%! test opt verdicts level=1
% `{!parallel for}` is believed; the report says what it went over.
% check: loop over i in script: parallel
% next: left serial: kernels are made at -O2
% next: forced by the source, although:
% next: Parallelization not possible: dependency on iterator variable!
% next: which elements of `x` an iteration uses

function [] = f(x : vec, places : vec[int])
    {!parallel for}
    for i = 0..numel(places)-1
        x[places[i]] = i
    end
end
function [] = main(n : int = 5)
    x = ones(n)
    p = int(0.0+(0..n-1))
    f(x, p)
    print x
end
