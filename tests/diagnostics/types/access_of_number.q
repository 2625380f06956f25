% What lies outside is said of arrays; on a number it means nothing, and programs of the original system have it there.
function y = f(a : scalar'unchecked) %~ W0303 `'unchecked` is for arrays, not for a `scalar`
    y = 2*a
end
function y = g(a : cscalar'safe, b : int'const) %~ W0303 `'safe` is for arrays, not for a `cscalar`
    y = real(a) + b
end
x = vec[int'checked](3) %~ W0303 `'checked` is for arrays, not for a `int`
s : string'clamped = "a" %~ E0110 `'clamped` is for arrays, not for a `string`
print f(1), g(2, 3), x, s
