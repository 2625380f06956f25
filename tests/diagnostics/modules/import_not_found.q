import "no_such_file.q" %~ E0202 no_such_file.q
%! features: F035
