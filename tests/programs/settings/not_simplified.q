%! features: F382
%! flags: --set=COMPILER_SIMPLIFY_EXPRESSIONS=False
%! emits: mir "never"
% The same program as in simplified.q: the branch is tested when the program runs.
function [] = main()
    limit = 4
    if limit*2 > 9
        print "never"
    else
        print "always"
    end
    % => always
end
