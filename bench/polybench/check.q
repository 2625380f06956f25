% What every program prints of its result: the sum, a sum with weights that tell elements apart, the sum of squares and samples.
function [] = check(x)
    y = reshape(1.0*x, [1, numel(x)])
    last = numel(x)-1
    weighted = 0.0
    for k = 0..last
        weighted += y[0,k]*(1 + mod(5*k, 7))
    end
    print "check: ", sum(y), " ", weighted, " ", sum(y.*y), " ", y[0,0], " ", y[0,int(numel(x)/3)], " ", y[0,last]
end
