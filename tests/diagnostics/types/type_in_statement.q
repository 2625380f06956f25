%! features: F072
x = scalar %~ E0312 type
