type stack[T] : mutable class
    items : vec[T]
    count : int
endtype

function [] = push[T](self : stack[T], item : T)
    self.items[self.count] = item
    self.count = self.count + 1
end

function y : vec(M) = multiply[M,N](A : mat(M,N), b : vec(N))
    y = zeros(M)
    for m = 0..M-1
        y[m] = dotprod(A[m,:], b)
    end
end

function y = rotate_left[N:int](x : cube{N}, s : vec(N))
    function [] = __kernel__ k(x : cube{N}'circular, y : cube{N}, s : vec(N), pos : vec(N))
        y[pos] = x[pos + s]
    end
    y = zeros(size(x, 0..N-1))
    parallel_do(size(x), x, y, s, k)
end

function y : vec(2*N-1) = convolve[N : int](a : vec(N), b : vec(N))
    y = zeros(2*N-1)
    for i = 0..N-1
        for j = 0..N-1
            y[i+j] += a[i]*b[j]
        end
    end
end

s = stack[int](items := vec[int](10), count := 0)
s.push(3)
print multiply([[1.,2.],[3.,4.]], [1.,1.]), rotate_left[3](zeros(2,2,2), [0,0,1])
