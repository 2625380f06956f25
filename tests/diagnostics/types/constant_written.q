%! features: F083
% What is declared `'const` keeps its value: variables, parameters and elements alike.
limit : 'const = 4
limit = 5 %~ E0317 'const
limit += 1 %~ E0317 'const
step : scalar'const = 0.5
step = 1.0 %~ E0317 'const
function y = f(gain : scalar'const, x : vec'const)
    gain = 2.0 %~ E0317 'const
    x = zeros(3) %~ E0317 'const
    y = gain
end
print f(1.0, [1.0,2.0])
