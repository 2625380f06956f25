type edge_parameters : mutable class
    low : scalar
    high : scalar
    sigma : scalar
endtype

function y : mat = edges(x : mat, p : edge_parameters = edge_parameters(low:=10.0, high:=30.0, sigma:=1.4))
    [gx, gy] = gradient(blur(x, p.sigma))
    magnitude = sqrt(gx.^2 + gy.^2)
    direction = mod(int(round(atan2(gy, gx) / (pi/4))) + 8, 4)
    thin = zeros(size(x))
    for m = 1..size(x,0)-2
        for n = 1..size(x,1)-2
            match direction[m,n] with
            | 0 -> step = [0, 1]
            | 1 -> step = [1, 1]
            | 2 -> step = [1, 0]
            | _ -> step = [1, -1]
            endmatch
            here = magnitude[m,n]
            if here >= magnitude[[m,n] + step] && here >= magnitude[[m,n] - step]
                thin[m,n] = here
            endif
        end
    end
    y = thin > p.high
    repeat
        before = sum(y)
        y = grow(y, thin > p.low)
    until sum(y) == before
end
