compose = (f, g) -> x -> f(g(x))
twice = f -> compose(f, f)
curry = f -> x -> y -> f(x, y)
add : [scalar -> [scalar -> scalar]] = curry((x, y) -> x + y)
integrate = (f : [scalar -> scalar], a, b, n) -> sum(map(f, a..(b-a)/n..b))*(b-a)/n
factorial = n -> n <= 1 ? 1 : n * factorial(n-1)
newton = (f, df, x0) -> (x = x0; for k = 0..9
    x -= f(x)/df(x)
end; x)
apply : [(...??) -> ()] = (...args) -> print(...args)
pair : [scalar -> (scalar, scalar)] = t -> {cos(t), sin(t)}
[cx, sx] = pair(0.5)
table = {x -> x, x -> x^2, (x) -> (y = x^3; y), __device__ (x : scalar) -> sqrt(x)}
print table[2](3), twice(x -> x + 1)(0), add(1)(2)
sorted = sort([3,1,2], (a, b) -> a < b)
