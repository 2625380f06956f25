%! features: F022
% One error that names the block and where it opened.
for k = 0..3 %~ E0107 for
    print k
