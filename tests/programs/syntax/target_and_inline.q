%! features: F045
sincos = x -> [sin(x), cos(x)]
v = $inline(sincos)(0.0)
print v
% => [0,1]
if $target("cpu")
    print "host"
end
% => host
