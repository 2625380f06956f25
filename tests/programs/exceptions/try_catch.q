%! features: F192
%! pending: exceptions
try
    error "Fail again"
catch ex
    print "sigh: ", ex
endtry
% => sigh: Fail again
