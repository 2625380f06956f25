%! raises: index 3 line 6
% A checked texture: the elements on both sides must be there, and at a whole position only one is looked at.
function [] = main()
    x : vec'hwtex_linear'checked = [1, 3, 9]
    print x[2], x[1.5], x[2.0]
    print x[2.5]
    % => 969
end
