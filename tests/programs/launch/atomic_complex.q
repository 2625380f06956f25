% Complex elements: sum, difference, product and quotient.
z = [0+0i, 0+0i, 1+0i, 16+0i]
function [] = __kernel__ k(z : cvec, pos : int)
    z[0] += 1-2i
    z[1] -= 1i
end
parallel_do(1000, z, k)
function [] = __kernel__ once(z : cvec, pos : int)
    z[2] *= 1+1i
    z[3] /= 2i
end
parallel_do(1, z, once)
% 1000(1-2i), -1000i, 1+i, 16/(2i)
print z
% => [1000-2000i,0-1000i,1+1i,0-8i]
