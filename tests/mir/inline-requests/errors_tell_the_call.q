%! test opt inline-requests
% The statement that comes in knows the line that it was called from.
% check: host both(
% check: load ... checked
% check: in "third" from

function y = third(x : vec'checked)
    y = x[2]
end
function y = both(x : vec)
    {!kernel_fusion strategy="smart"}
    y = third(x)
end
function [] = main(n : int = 4)
    print both(ones(n))
end
