%! test opt parallel,simplify-launches,common-subexpressions-launches,dominating-conditions-launches,fusion,strips,absorbed
% `{!kernel_fusion}` speaks of the launches of one call. Within it the two are one; the launches of the second call stay apart from them.
% count 2: launch doubled$$doubled
% check: `doubled$$doubled` and `doubled$$doubled` (line ...) in script: not fused
% next: they belong to different calls, or only one of them is to be fused

function [] = __kernel__ doubled(x : vec, y : vec, pos : int)
    y[pos] = 2*x[pos]
end
function z = twice(x : vec)
    {!kernel_fusion strategy="smart"}
    y = zeros(numel(x))
    z = zeros(numel(x))
    parallel_do(numel(x), x, y, doubled)
    parallel_do(numel(x), y, z, doubled)
end
function [] = main(n : int = 5)
    a = 0.0+(1..n)
    b = twice(a)
    print twice(b)
end
