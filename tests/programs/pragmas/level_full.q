%! features: F384
%! flags: --set=COMPILER_OPTIMIZATIONLEVEL=Full
%! structure: kernel 1, launch 1
% Full is -O2, the default: the same output, from a kernel.
function y = f(x : vec)
    y = zeros(size(x))
    for i = 0..numel(x)-1
        y[i] = 2*x[i]
    end
end
y = f(ones(3000))
print y[0], " ", sum(y)
% => 2 6000
