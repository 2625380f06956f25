%! features: F138
%! raises: unpacking: the vector has 2 elements, not 3 line 12
luminance = (R, G, B) -> 0.25*R + 0.5*G + 0.25*B
c = [128, 42, 96]
print luminance(...c)
% => 77
function y = colour(n : int)
    y = ones(n)
end
print luminance(...colour(int(c[0]) - 125))
% => 1
print luminance(...colour(2))
