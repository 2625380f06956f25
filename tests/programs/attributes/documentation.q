%! features: F189
%! documents: category: Image Processing/Multiresolution
%! documents: author: A. Person
%! documents: function y = half(x : mat, f : int = 2)
{!author name="A. Person"}
{!doc category="Image Processing/Multiresolution"}

% Function: half
% Takes every second pixel.
function y = half(x : mat, f : int = 2)
    y = x[0..f..size(x,0)-1, 0..f..size(x,1)-1]
end
print half([[1,2,3],[4,5,6],[7,8,9]])
% => [[1,3],
% =>  [7,9]]
