%! features: F076
h = (x : lambda_expr) -> x(3) %~ E0301 function
print h(4)
