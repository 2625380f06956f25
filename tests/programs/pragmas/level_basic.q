%! features: F384
%! flags: --set=COMPILER_OPTIMIZATIONLEVEL=Basic
%! structure: kernel 0, launch 0
% Basic is -O0: the same output, and no loop becomes a kernel.
function y = f(x : vec)
    y = zeros(size(x))
    for i = 0..numel(x)-1
        y[i] = 2*x[i]
    end
end
y = f(ones(3000))
print y[0], " ", sum(y)
% => 2 6000
