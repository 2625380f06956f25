%! flags: --set=COMPILER_USEFUNCTIONPOINTERS=Error
function [] = __kernel__ apply(x : vec, map : [__device__ scalar -> scalar], pos : int)
    x[pos] = map(pos)                 %~ E0503 a function that is chosen when the program runs
end
function [] = main(n : int = 3, choice : int = 1)
    twice = __device__ (v : scalar) -> 2*v
    negated = __device__ (v : scalar) -> -v
    if choice == 1
        f = twice
    else
        f = negated
    end
    x = zeros(n)
    parallel_do(n, x, f, apply)
    % One function, and a choice on the host, are no pointers.
    parallel_do(n, x, negated, apply)
    print f(2)
end
%! features: F205 F383
