%! features: F281
%! raises: index line 6
function [] = main(n : int = 3)
    y : vec'checked = ones(3)
    print y[n - 1]
    print y[n]
end
% => 1
