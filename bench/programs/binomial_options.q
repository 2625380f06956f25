% Prices of American put options by the binomial tree of Cox, Ross and Rubinstein: back from the end, holding or exercising.
import "common.q"

function value = american_put(spot, strike, years, rate, volatility, steps : int)
    dt = years/steps
    up = exp(volatility*sqrt(dt))
    discount = exp(-rate*dt)
    p = (exp(rate*dt) - 1/up)/(up - 1/up)
    price = zeros(2*steps + 1)
    for j = 0..2*steps
        price[j] = spot*up^(j - steps)
    end
    v = zeros(steps + 1)
    for i = 0..steps
        v[i] = max(strike - price[2*i], 0)
    end
    for t = steps-1..-1..0
        for i = 0..t
            hold = discount*(p*v[i+1] + (1-p)*v[i])
            v[i] = max(hold, strike - price[2*i - t + steps])
        end
    end
    value = v[0]
end

function y = american_puts(spot : vec, strike : vec, years : vec, rate, volatility, steps : int)
    y = zeros(numel(spot))
    for k = 0..numel(spot)-1
        y[k] = american_put(spot[k], strike[k], years[k], rate, volatility, steps)
    end
end

function [] = main(n : int = 512, steps : int = 512, repetitions : int = 5)
    x = noise(3*n)
    spot = 5 + 25*x[0..n-1]
    strike = spot.*(0.75 + 0.5*x[n..2*n-1])
    years = 0.25 + 2.75*x[2*n..3*n-1]
    y = zeros(n)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        y = american_puts(spot, strike, years, 0.05, 0.3, steps)
        times[r] = toc("")
    end
    print "times: ", times
    check(y)
end
