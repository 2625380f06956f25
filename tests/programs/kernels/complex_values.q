z = czeros(3)
parallel_do(3, __kernel__ (pos : int) -> z[pos] = (pos + 1i)*(pos - 1i))
% (p+i)(p-i) = p^2 + 1
print z[0], " ", z[1], " ", z[2]
% => 1+0i 2+0i 5+0i
print sum(real(z))
% => 8
