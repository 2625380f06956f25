%! features: F192
try
    error "Fail again"
catch ex
    print "sigh: ", ex
endtry
% => sigh: Fail again
