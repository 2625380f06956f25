%! features: F400
%! flags: -W undescribed-parameter
%! warns: the comment is about `detector`, the function is `corners` line 20
%! warns: the comment gives `k` the default 0.04, the header 0.05 line 24
%! warns: the comment gives `T` the default 200, the header 1 line 24
%! warns: the comment gives `sigma` the type int, the header scalar line 28
%! warns: `corners` has no parameter `TT` line 30
%! warns: `corners` has no output `z` line 33
%! warns: the comment of `corners` leaves out the parameter `T` line 34
%! warns: the comment has the parameters of `in_order` in another order line 41
%! warns: the parameter `a` is described twice line 50
%! warns: the comment gives `a` the default 3, the header none line 51
%! warns: the comment says that `silent` returns something, and it has no output line 59
%! warns: the signature in the comment is that of `copied`, the function is `pasted` line 65
%! warns: the signature in the comment of `others` has other outputs line 70
%! warns: `others` has no parameter `c` line 70
%! warns: the signature in the comment leaves out the default of `b` line 75
%! warns: the signature in the comment of `two` has other parameters line 80

% Function: detector
%
% Finds corners.
%
% :function y = corners(x : cube, sigma : scalar = 1, k : scalar = 0.04, T : scalar = 200)
%
% Parameters:
% x - input image
% sigma : int - the width
% k - parameter
% TT - a threshold
%
% Returns:
% z - corners
function y = corners(x : cube, sigma : scalar = 1, k : scalar = 0.05, T : scalar = 1)
    y = x*sigma*k*T
end

% Function: in_order
% Parameters:
% b - the second
% a - the first
function y = in_order(a, b)
    y = a - b
end

% Function: once
% A default that is prose, or an expression, is nobody's business.
% Parameters:
% a - the first
% a - the first again
% a : scalar - and again (default: 3)
% b - the last (default value: twice a)
function y = once(a : scalar, b = 2+1)
    y = a + b
end

% Function: silent
% Says so.
% Returns the number.
function [] = silent(x)
    print x
end

% Function: pasted
% :function y = copied(x)
function y = pasted(x)
    y = x
end

% :function [y, z] = others(a, c)
function y = others(a, b)
    y = a + b
end

% :function y = defaults(a, b)
function y = defaults(a, b = 1)
    y = a + b
end

% :function y = two(a)
function y = two(a, b)
    y = a + b
end

silent(corners(ones(1,1,1))[0,0,0] + in_order(3, 2) + once(1) + pasted(1) + others(1, 1) + defaults(1) + two(1, 1))
% => 12.05
