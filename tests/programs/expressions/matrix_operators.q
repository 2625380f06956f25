%! features: F240
%! warns: kernel line 17
%! loop: 18 parallel
%! loop: 27 parallel
%! structure: kernel 4, launch 4
% Operators on whole matrices stand in kernels. Where the sizes are known they are code for registers, and calls nest.
function m : mat(2,2) = __device__ turned(a : mat(2,2))
    m = transpose(a) + a.*a
end
function [] = __kernel__ fixed(out : vec, a : mat(2,2), b : mat(2,2), pos : int)
    c = turned(a + b) - 2*b
    d = c*b + [[pos, 0],[0, 0]]
    out[pos] = sum(abs(d))
end
% Where the sizes are not known, the kernel is called for one position after another, and the sum in it is a kernel of its own.
function [] = __kernel__ open(out : vec, a : mat, b : mat, pos : int)
    c = a + b.*pos
    out[pos] = sum(abs(c))
end
function [] = main(n : int = 50)
    out = zeros(3)
    parallel_do(3, out, [[1.0,2.0],[3.0,4.0]], [[1.0,0.0],[0.0,-1.0]], fixed)
    % turned([[2,2],[3,3]]) = [[2,3],[2,3]] + [[4,4],[9,9]]; c = [[4,7],[11,14]]; d = [[4+pos,-7],[11,-14]].
    print out
    % => [36,37,38]
    x = ones(n, n)
    y = (x*x + x)./51 - transpose(x)
    % Every element is (n + 1)/51 - 1.
    print sum(y)
    % => 0
    parallel_do(3, out, x, 2*x, open)
    print out
    % => [2500,7500,12500]
end
