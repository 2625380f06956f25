%! features: F083
function [] = f(x : vec'const)
    x[0] = 1 %~ E0317 'const
end
f(zeros(3))
