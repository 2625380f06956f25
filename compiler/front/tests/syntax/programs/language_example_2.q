% example 2: features that occur only in the documents
type shape : enum
    Disc
    Square = 5
endtype
type counter : mutable class
    hits : int
    next : ^counter
endtype
function [] = bump(self : counter, by : int = 1)
    self.hits = self.hits + by
end
function y = rotate_left[N:int](x : cube{N}, s : vec(N))
    function [] = __kernel__ k(x : cube{N}'circular, y : cube{N}, s : vec(N), pos : vec(N))
        y[pos] = x[pos + s]
    end
    y = zeros(size(x, 0..N-1))
    parallel_do(size(x), x, y, s, k)
end
function [total : scalar] = __kernel__ positive_sum(A : mat, pos : ivec2)   % kernel output, atomic
    if A[pos] > 0
        total += A[pos]
    end
end
reduction (a : mat, b : mat) -> sum(a.*b) = dotprod(a, b)
reduction (x : scalar) -> abs(x) = x where x >= 0
c = counter(hits:=0, next:=nullptr)
c.bump(by:=3)
pair : [scalar -> (scalar, scalar)] = t -> {cos(t), sin(t)}
[cx, sx] = pair(0.5)
t = parallel_do([4,4], randn(4,4), positive_sum)
old = (hist[0] <- (expected, 7))          % compare and exchange (device code)
try
    error "no luck"
catch ex
    print "caught ", ex
endtry
