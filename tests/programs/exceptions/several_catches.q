%! features: F192
%! warns: this `catch` is never reached line 9
% One or more `catch` blocks (4.13): no class derives from `qexception` yet, so that the first one takes every error.
function [] = attempt(n)
    try
        error "Fail again ", n
    catch ex : qexception
        print "sigh: ", ex
    catch other
        print "not reached: ", other
    endtry
end
attempt(1)
% => sigh: Fail again 1
try
    attempt(2)
    error "and again"
catch ex
    print "outside: ", ex
endtry
% => sigh: Fail again 2
% => outside: and again
