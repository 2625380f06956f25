%! features: F396
%! emits: tokens keyword   function
%! emits: ast (index x pos) *= 0.5
%! emits: quasar function [] = __kernel__ halve(x : vec, pos : int)
%! emits: hir kernel i1 halve
%! emits: mir launch halve [4]
%! emits: spmd kernel halve
%! emits: clif ; q_script
%! emits: asm ; q_script
%! emits: cuda __global__ void halve
% Every form between the source and the executable can be looked at.
function [] = __kernel__ halve(x : vec, pos : int)
    x[pos] *= 0.5
end
x = ones(4)
parallel_do(4, x, halve)
print x
% => [0.5,0.5,0.5,0.5]
