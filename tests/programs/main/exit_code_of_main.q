% An int that main gives is the exit code, behind everything that it does.
%! args: 9 7
%! exit: 7
function code = main(n : int, code_given : int)
    x = ones(n)
    f = fopen("left.txt", "w")
    fprintf(f, "left")
    print sum(x)
    code = code_given
end
% => 9
