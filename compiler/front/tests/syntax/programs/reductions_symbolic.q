% Derivatives by rewriting.
symbolic x, y : scalar
reduction (x : scalar, a : scalar) -> diff(a, x) = 0
reduction (x : scalar) -> diff(x, x) = 1
reduction (x : scalar, a : int) -> diff(x^a, x) = a*x^(a-1)
reduction (x, y, z : scalar) -> diff(x + y, z) = diff(x, z) + diff(y, z)
reduction (x, y, z : scalar) -> diff(x * y, z) = x*diff(y, z) + y*diff(x, z)
reduction (x, y : scalar) -> diff(sin(x),y) = cos(x) * diff(x, y)
reduction (f, x : scalar) -> argmin(f, x) = solve(diff(f, x) = 0, x)
reduction (x, a, b : scalar) -> solve(a*x + b = 0, x) = -b/a where a != 0
reduction (A : mat, B : mat, x : vec'row) -> norm(A*x, B) = f(A, B, x) % RED 1
reduction (p : point, q : point) -> p.distanceto(q) = point_distance(p, q)
reduction (x : scalar) -> someop(x, a) = superfastop(x, a) where 0 <= a && a < 1
reduction (x : scalar) -> someop(x, a) = accurateop(x, a)
    where 1 <= a
{!show_reductions}
#pragma show_reductions(on)
print argmin((x-2)^2, x)
