%! test opt verdicts level=1
% Texts, elements of an array that are arrays, and such elements without a name.
% check: loop over a in script: serial
% next: Operations involving strings can currently not be parallelized/serialized.
% next: strings are made or read in the loop
% check: advice: place the statement outside of the loop, or the rest of the loop in a loop of its own
% check: loop over b in script: serial
% next: Construction of cell arrays can not be parallelized/serialized.
% next: elements of `rows` are arrays or strings themselves
% check: advice: place the statement outside of the loop, or the rest of the loop in a loop of its own

function [] = f(x : vec, rows : vec[vec])
    for a = 0..numel(x)-1
        print x[a]
        x[a] = a
    end
    for b = 0..numel(rows)-1
        r = rows[b]
        x[b] = r[0]
    end
end
function [] = main(n : int = 3)
    x = ones(n)
    rows = vec[vec](n)
    {!serial for}
    for i = 0..n-1
        rows[i] = [1.0*i, 2]
    end
    f(x, rows)
    print x
end
