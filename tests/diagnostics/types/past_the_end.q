% Loops that count from 1, or one too far: the last round is past the end.
x = [10.0,20.0,30.0]
A = ones(3,4)
s = 0.0
for k = 1..numel(x)
    s += x[k] %~ W0409 the last iteration reads `x` past its end, which gives 0
end
for m = 1..size(A,0)
    for n = 0..size(A,1)-1
        s += A[m,n] %~ W0409 the last iteration reads `A` past its end
    end
end
for k = 0..numel(x)
    s += x[k] %~ W0409 the last iteration reads `x` past its end
end
y = zeros(3)
for k = 1..3
    y[k] = 1 %~ W0409 the last iteration writes `y` past its end, which is an error
end
function z = smooth(v : vec)
    z = zeros(numel(v))
    n = numel(v)
    for k = 1..n-1
        z[k] = (v[k] + v[k+1])/2 %~ W0409 the last iteration reads `v` past its end
    end
    for k = 1..n
        z[k-1] = v[k-1]
    end
end
print s, smooth(x), y

% What lies outside is meant, not reached or not certain.
function z = differences(v : vec, w : vec'circular, g : mat)
    z = zeros(numel(v))
    for k = 0..numel(v)-1
        z[k] = v[k+1] - v[k]
    end
    for k = 1..numel(v)-1
        z[k] = v[k+1] - v[k-1]
    end
    for k = 1..numel(w)
        z[k-1] = w[k]
    end
    for k = 1..numel(v)
        if k < numel(v)
            z[0] += v[k]
        end
        z[0] += k < numel(v) ? v[k] : 0
    end
    for k = 1..numel(v)
        if v[k-1] > 3
            break
        end
        z[0] += v[k]
    end
    for m = 1..numel(v)
        z[0] += g[m,0]
    end
    for k = 1..numel(v)
        v = [1.0,2.0]
        z[0] += v[k]
    end
end
print differences(x, x, ones(4,4))
