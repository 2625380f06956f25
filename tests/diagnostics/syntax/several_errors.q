% Recovery: each mistake is reported once, in one run.
x = 1 + * 2 %~ E0102 expression
function y = f(a)
    y = (a %~ E0105 never closed
end
z = ] %~ E0102 expression
print "fine"
if 1
    q = 3 3 %~ E0104 statement
end
