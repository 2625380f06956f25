%! test opt verdicts level=1
% A new one, a slice, one of a function of the runtime, and one of which nobody knows the size before.
% check: loop over a in script: serial
% next: Parallelization of the function requires kernel dynamic memory to be enabled!
% next: a new array is made in each iteration
% check: advice: make the array before the loop, or give it a fixed size, such as vec(4)
% check: loop over b in script: serial
% next: Operator : can not be parallelized. Consider using [a..b] instead!
% next: a slice makes a new array in each iteration
% check: advice: take its elements one by one, or ask for its sum, mean, least, greatest or spread alone, which need no array
% check: loop over c in script: serial
% next: Operator requires dynamic kernel memory.
% next: `transpose` makes a new array in each iteration
% check: advice: make the array before the loop, or give it a fixed size, such as vec(4)
% check: loop over d in script: serial
% next: Parallelization of the operator not possible: need to know the size of the result of type!
% next: how many elements `find` gives is known only when it has run
% check: advice: compute it before the loop, or go through the elements by a loop with an `if`

function [] = f(x : mat, y : vec)
    for a = 0..numel(y)-1
        t = zeros(a + 1)
        t[a] = 2
        y[a] = t[0]
    end
    for b = 0..numel(y)-1
        r = x[b,:]
        y[b] = r[0]
    end
    for c = 0..numel(y)-1
        u = transpose(x)
        y[c] = u[c,0]
    end
    for d = 0..numel(y)-1
        v = find(x)
        y[d] = size(v, 0) + d
    end
end
function [] = main(n : int = 4)
    x = ones(n,n)
    y = zeros(n)
    f(x, y)
    print y
end
