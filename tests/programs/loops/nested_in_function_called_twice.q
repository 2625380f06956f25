%! features: F214
% One function, two instances: int and scalar elements.
function y = squares(x)
    y = zeros(numel(x))
    for k = 0..numel(x)-1
        y[k] = x[k]*x[k]
    end
end
print squares([1,2,3]), squares([0.5,1.5])
% => [1,4,9][0.25,2.25]
