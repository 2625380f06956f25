%! raises: index line 7
function [] = main(n : int = 5)
    print "one"
    % => one
    print "two"
    % => two
    print [1,2][n]
end
