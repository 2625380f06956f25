%! features: F155
% Outputs of every type: shared by all positions, 0 at first.
function [s : scalar, z : cscalar, n : int] = __kernel__ numbers(x : vec, pos : int)
    s += x[pos]
    z += x[pos]*(1+2i)
    n += 1
end
[s, z, n] = parallel_do(4, [1.0,2.0,3.0,4.0], numbers)
print s, " ", z, " ", n
% => 10 10+20i 4
function [v : vec3, w : ivec2, c : cvec2] = __kernel__ vectors(x : vec, pos : int)
    v += [x[pos],1.0,0.5]
    w += [pos,1]
    c += [1i,2+0i]
end
[v, w, c] = parallel_do(4, [1.0,2.0,3.0,4.0], vectors)
print v, " ", w, " ", c
% => [10,4,2] [6,4] [0+4i,8+0i]
