% Prices of European options: call and put for each price, strike and time.
import "common.q"

% The normal distribution, by a polynomial of degree 5.
function y = normal(d)
    k = 1/(1 + 0.2316419*abs(d))
    tail = 0.39894228*exp(-0.5*d*d)*(k*(0.31938153 + k*(-0.356563782 + k*(1.781477937 + k*(-1.821255978 + k*1.330274429)))))
    y = d > 0 ? 1 - tail : tail
end

function [call, put] = prices(price : vec, strike : vec, years : vec, rate, volatility)
    n = numel(price)
    call = zeros(n)
    put = zeros(n)
    for k = 0..n-1
        root = sqrt(years[k])
        d1 = (log(price[k]/strike[k]) + (rate + 0.5*volatility^2)*years[k])/(volatility*root)
        d2 = d1 - volatility*root
        discounted = strike[k]*exp(-rate*years[k])
        call[k] = price[k]*normal(d1) - discounted*normal(d2)
        put[k] = discounted*normal(-d2) - price[k]*normal(-d1)
    end
end

function [] = main(n : int = 1000000, repetitions : int = 5)
    x = noise(3*n)
    price = 5 + 25*x[0..n-1]
    strike = 1 + 99*x[n..2*n-1]
    years = 0.25 + 9.75*x[2*n..3*n-1]
    call = zeros(n)
    put = zeros(n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        [call, put] = prices(price, strike, years, 0.02, 0.3)
        times[r] = toc("")
    end
    print "times: ", times
    check(call + 2*put)
end
