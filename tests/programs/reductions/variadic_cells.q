%! features: F180
% The rule of the manual (4.9.5) as it is printed: what the variadic variables stand for are vectors of functions and of factors.
reduction (x, ...lambda, ...f) -> sum([lambda*f(x).^2]) = mysum(f,lambda)
function y = mysum(f, lambda)
    y = 0.0
    for k=0..numel(lambda)-1
        y += lambda[k]*f[k](10)
    endfor
    print numel(f), " terms"
end
x = 3.0
print 2*(x.^2) + cos(0)*((2*x).^2) + 2*((-x).^2)
% 2*10 + 20 + 2*(-10)
% => 3 terms
% => 20
