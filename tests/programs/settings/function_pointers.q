%! features: F383
%! configures: COMPILER_USEFUNCTIONPOINTERS                   SmartlyAvoid  (default)
%! refuses: --set=COMPILER_USEFUNCTIONPOINTERS=Never COMPILER_USEFUNCTIONPOINTERS
%! emits: cuda * 2.0f;
%! emits: cuda 1.0f - 
% A kernel that is given one of two functions has the code of both. With the value Error that is a mistake: see
% diagnostics/attributes/function_pointers.q.
function [] = main(n : int = 3, choice : int = 1)
    twice = __device__ (v : scalar) -> 2*v
    mirrored = __device__ (v : scalar) -> 1 - v
    if choice == 1
        f = twice
    else
        f = mirrored
    end
    function [] = __kernel__ apply(x : vec, map : [__device__ scalar -> scalar], pos : int)
        x[pos] = map(pos)
    end
    x = zeros(n)
    parallel_do(n, x, f, apply)
    print x
    % => [0,2,4]
    parallel_do(n, x, mirrored, apply)
    print x
    % => [1,0,-1]
end
