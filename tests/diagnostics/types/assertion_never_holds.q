%! features: F034
assert(1 > 2) %~ E0322 assert
