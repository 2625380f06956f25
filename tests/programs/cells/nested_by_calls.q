% Arrays of `??` have one type, whatever they hold: also the one of the call or of the round before.
function y = nested(n)
    y = vec[??](2)
    y[0] = n
    y[1] = "x"
    if n > 0
        y[0] = nested(n-1)
    end
end
print nested(3)
% => [[[[0,"x"],"x"],"x"],"x"]
c = vec[??](1)
c[0] = 1
for k = 0..2
    x = vec[??](2)
    x[0] = c[0]
    x[1] = k
    c[0] = x
end
print c[0]
% => [[[1,0],1],2]
