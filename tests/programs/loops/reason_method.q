%! features: F233
%! loop: 16 serial
%! loop: 16 Method is not a device function and can therefore not be parallelized/serialized!
%! loop: 16 the method `power` runs on the host
%! loop: 16 advice: declare `power` as __device__
type number : mutable class
    base : scalar
end
% Recursive, so that it is not placed into its callers.
function y = power(self : number, k : int)
    y = k == 0 ? 1.0 : self.base * self.power(k-1)
end
function [] = main(n : int = 4)
    two = number(base:=2)
    x = zeros(n)
    for k = 0..n-1
        x[k] = two.power(k)
    end
    print x
    % => [1,2,4,8]
end
