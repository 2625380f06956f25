%! features: F138
function y = luminance(r, g, b)
    y = r + g + b
end
c = [4.0,2.0]
print luminance(...c) %~ E0401 luminance
