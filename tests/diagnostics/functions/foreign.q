% What is wrong with a function of C is told where it is declared.
function y = statements(x : scalar)
    {!extern library="libm.so.6"; prototype="double cbrt(double)"}
    y = x %~ E0416 the function `statements` of C has statements
end
function y = untyped(x) %~ E0416 a parameter of the function `untyped` of C has no type
    {!extern library="libm.so.6"; prototype="double cbrt(double)"}
end
function [y, z] = several(x : scalar) %~ E0416 the function `several` of C has several outputs
    {!extern library="libm.so.6"; prototype="double cbrt(double)"}
end
function y = unknown(x : scalar) %~ E0416 what a function of C gives is not known
    {!extern library="libm.so.6"}
end
function y = variadic(x : string)
    {!extern library="libc.so.6"; prototype="int printf(const char *, ...)"} %~ E0416 functions with any number of arguments cannot be called
end
function y = broken(x : scalar)
    {!extern library="libm.so.6"; prototype="double cbrt"} %~ E0416 not a prototype of C: expected `(` at the end
end
function y = count(x : scalar)
    {!extern library="libm.so.6"; prototype="double pow(double, double)"} %~ E0416 `count` has 1 parameters, and its prototype 2
end
function y = nothing(x : scalar)
    {!extern library="libm.so.6"; prototype="void nothing(double)"} %~ E0416 `nothing` has an output, and its prototype gives nothing
end
function y = text(x : string) %~ E0416 `x` has type `string`, and the prototype has `double`
    {!extern library="libm.so.6"; prototype="double cbrt(double)"}
end
function y = elements(x : mat[uint8]) %~ E0416 `x` has type `mat[uint8](2,2)`, and the prototype has `float *`
    {!extern prototype="int elements(float *)"}
end
function y = fixed(x : vec'const) %~ E0416 a function of C may store into `x`, which is `'const`
    {!extern prototype="int fixed(float *)"}
end
function y : int = complex(x : cscalar) %~ E0416 values of type `cscalar` do not cross to C
    {!extern library="libm.so.6"}
end
function y = good(x : scalar)
    {!extern library="libm.so.6"; prototype="double cbrt(double)"}
end
function [] = __kernel__ k(x : vec, pos : int)
    x[pos] = good(x[pos]) %~ E0501 a kernel cannot call the function `good` of C
end
print statements(1.0), untyped(1), unknown(1.0), variadic("a"), broken(1.0), count(1.0), nothing(1.0), text("a")
pixels = mat[uint8](2,2)
print elements(pixels), fixed([1.0,2.0]), complex(1+2i)
[a, b] = several(1.0)
x = zeros(4)
parallel_do(4, x, k)
