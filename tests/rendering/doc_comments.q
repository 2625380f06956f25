% Comments that say something else than the header.

% Function: smooth
%
% Parameters:
% sigma - the width (default value: 2)
% x     - the image
% mdoe  - what lies outside
function y = smooth(x : mat, sigma : scalar = 1, mode = "mirror")
    y = x*sigma
end

% Function: sharpen
% :function y = sharpen(x : cube, amount : scalar = 1)
function y = sharpn(x : mat, amount : scalar = 1)
    y = x*amount
end
print smooth([[1]]), sharpn([[1]])
