a : i8vec4 = [1, 2, 3, 4]  %~ E0205 there is no type `i8vec4`
b : hvec2 = [1, 2]         %~ E0205 there is no type `hvec2`
c : half = 1               %~ E0205 there is no type `half`
%! features: F324 F330
