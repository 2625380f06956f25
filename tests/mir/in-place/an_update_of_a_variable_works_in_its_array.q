%! test opt in-place
% If nobody else has it, which is asked when the program runs.
% check: array_reuse(
% check: expression {
% check: store

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    {!serial for}
    for r = 1..2
        x = 3.*x + y
    end
    print x
end
