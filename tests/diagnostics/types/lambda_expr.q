%! features: F076
h = (x : lambda_expr) -> x(3)
print h(4) %~ E0301 function
