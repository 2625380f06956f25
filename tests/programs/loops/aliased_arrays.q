%! features: F215
% Two names of one array: the loop must behave as if run in order.
function [] = shift(dst, src)
    for k = 1..3
        dst[k] = src[k-1]
    end
end
x = [1.0,2.0,3.0,4.0]
shift(x, x)
print x
% => [1,1,1,1]
y = zeros(4)
shift(y, [5.0,6.0,7.0,8.0])
print y
% => [0,5,6,7]
