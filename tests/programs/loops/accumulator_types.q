%! features: F262
% A sum of each type.
function [s, z, n, v, w, c] = sums(x)
    s = 0.0
    z = 0i
    n = 0
    v = [0.0,0.0,0.0]
    w = [0,0]
    c = [0i,0i]
    for k = 0..numel(x)-1
        s += x[k]
        z += x[k]*1i
        n += k
        v += [x[k],1.0,2.0]
        w += [k,1]
        c += [1i,2+0i]
    end
end
[s, z, n, v, w, c] = sums([1.0,2.0,3.0,4.0])
print s, " ", z, " ", n, " ", v, " ", w, " ", c
% => 10 0+10i 6 [10,4,8] [6,4] [0+4i,8+0i]
