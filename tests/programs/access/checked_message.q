%! features: F281
%! raises: image line 7
%! stderr: 17
%! stderr: 4
% The message names the array, the index and the size.
function y = look(image : mat'checked, column)
    y = image[1,column]
end
function [] = main(column : int = 17)
    print look(zeros(3,4), column)
end
