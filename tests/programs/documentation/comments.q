%! features: F398 F399
%! documents: category: Image Processing/Corners
%! documents: author: A. Person
%! documents: Finding corners.
%! documents: function [y, n : int] = corners(x : mat, sigma : scalar = 1, k = 0.05)
%! documents: x : mat             the image, of one channel
%! documents: n : int  how many
%! documents: > corners(zeros(3,3)) == zeros(3,3)
%! documents: Marks corners.
%! documents:       sigma : scalar = 1  the width (default value: 1)
%! documents:     Returns:
%! documents: type Found : vec
% Module: corners
% Finding corners.
{!author name="A. Person"}
{!doc category="Image Processing/Corners"}

% Function: corners
%
% Marks corners.
%
% :function [y, n : int] = corners(x : mat, sigma : scalar = 1.0, k = 0.05)
%
% Parameters:
% x     - the image,
%         of one channel
% sigma - the width (default value: 1)
% k     - the weight; by default what is usual
%
% Returns:
% y - 1 at corners
% n - how many
%
% > corners(zeros(3,3)) == zeros(3,3)
function [y, n : int] = corners(x : mat, sigma : scalar = 1, k = 0.05)
    y = k*sigma*x
    n = 0
end

% Where corners lie.
type Found : vec

print corners([[2]], 5, 10)
% => [100]
