% Indices made of scalars are what floats would be, also where ints would wrap: everything here lies outside, on the side that the sum tells.
function y = read(x : vec, r : scalar)
    y = zeros(1, 3)
    for i = 0..2
        y[i] = x[i + 4096*r]
    end
end
function y = at_the_end(x : vec'clamped, r : scalar)
    y = zeros(1, 3)
    for i = 0..2
        y[i] = x[i + 3000*r]
    end
end
function y = by_variables(x : vec, r : scalar)
    y = zeros(1, 3)
    for i = 0..2
        t = 1024*r
        u = 1024*t
        y[i] = x[i + u] + 10*x[u*1024 - i]
    end
end
function n = by_bounds(x : vec, r : scalar)
    n = zeros(1, 3)
    for i = 0..2
        for j = 4096*r..4096*r + 2
            n[i] += x[j + i]
        end
    end
end
function [] = main(a : int = 1)
    x = [1,2,3]
    print read(x, a*1048576), " ", at_the_end(x, a*1000000), " ", at_the_end(x, -a*1000000)
    % => [0,0,0] [3,3,3] [1,1,1]
    % The first one is at 2²² + i, the second one beyond 32 bits.
    print by_variables(x, 4*a), " ", by_bounds(x, a*1048576)
    % => [0,0,0] [0,0,0]
    inf = a/0
    print median([inf,inf]), " ", median([-inf,1]), " ", median([1,inf]), " ", isnan(median([-inf,inf])), " ", median([-inf,1,2,-inf])
    % => inf -inf inf 1 -inf
    y = [[inf,inf],[-inf,3]]*a
    z = zeros(2)
    for m = 0..1
        z[m] = median(y[m,:])
    end
    print z
    % => [inf,-inf]
end
