%! features: F382
%! omits: mir "never"
% The branch is known when compiling: nothing of it is left.
function [] = main()
    limit = 4
    if limit*2 > 9
        print "never"
    else
        print "always"
    end
    % => always
end
