% Input of the programs, the same in every language, and what they print of their results.

% n numbers of [0, 1) that look random, by a linear congruential generator.
function x = noise(n : int)
    x = zeros(n)
    state = 1
    for k = 0..n-1
        state = mod(8121*state + 28411, 134456)
        x[k] = state/134456
    end
end

% A grey picture with slopes, discs and grain: whole numbers of 0 to 255.
function x = picture(rows : int, columns : int)
    x = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            slopes = abs(mod(3*m + n, 128) - 64) + abs(mod(m + 2*n, 96) - 48)
            grain = mod(7919*m + 104729*n + 31*m*n, 32)
            disc = 0
            if (mod(m, 160) - 80)^2 + (mod(n, 200) - 100)^2 < 3600
                disc = 96
            end
            x[m,n] = slopes + grain + disc
        end
    end
end

% The number of elements, their sum, a sum with weights that tell elements apart, the sum of squares and three samples.
function [] = check(y)
    n = numel(y)
    x = reshape(1.0*y, [1, n])
    weighted = 0.0
    for k = 0..n-1
        weighted += x[0,k]*(1 + mod(5*k, 7))
    end
    print "check: ", n, " ", sum(x), " ", weighted, " ", sum(x.*x), " ", x[0,0], " ", x[0,mod(7919, n)], " ", x[0,n-1]
end
