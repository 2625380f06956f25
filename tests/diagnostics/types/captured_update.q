%! features: F146
% Closure variables are read-only.
function [] = outer()
    a = 1
    function [] = inner()
        a += 1 %~ E0408 a
    end
    inner()
end
outer()
% The listing of the manual (4.2).
b = 1
function [] = __device__ accumulate(x : scalar)
b += x %~ E0408 `b` belongs to an enclosing function and is read-only here
endfunction
accumulate(4)
c = 1
g = x -> (c *= x) %~ E0408 `c` belongs to an enclosing function
g(2)
print b, c
