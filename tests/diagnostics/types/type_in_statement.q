%! features: F072
%! pending: the name of a type is taken for an unknown name
x = scalar %~ E0312 type
