%! features: F071
% Each construction that the documents list (3.6 and the CUDA guide), and that its elements are what the type says.
integer_vec = vec[int](200)
uint8_vec4 = vec[uint8](4)
integer_val = typename(scalar)(1)
typed_cell = typename(mat[{{vec,vec},{scalar,scalar}}])(2,2)
hyper_cube = typename(cube{4}[int16])(2,2,2,2)
half_vec = typename(vec[scalar'half])(4)
A_half = typename(mat[scalar'half])(100,100)
A_single = typename(mat[scalar'single])(100,100)
A_double = typename(mat[scalar'double])(100,100)
print numel(integer_vec), " ", numel(uint8_vec4), " ", integer_val/4, " ", size(typed_cell), size(hyper_cube), " ", numel(half_vec)
% => 200 4 0.25 [2,2][2,2,2,2] 4
print size(A_half), size(A_single), size(A_double)
% => [100,100][100,100][100,100]
print type(integer_vec), " ", type(uint8_vec4), " ", type(integer_val), " ", type(hyper_cube), " ", type(half_vec)
% => vec[int] vec[uint8] scalar cube{4}[int16] vec[scalar'half]
print type(typed_cell), " ", type(A_half), " ", type(A_double)
% => mat[{{vec,vec},{scalar,scalar}}] mat[scalar'half] mat[scalar'double]
% Halves hold integers up to 2048 exactly, and nothing above 65520; int16 ends at 32767; a third has 11 bits, or 24.
half_vec[0] = 2049
half_vec[1] = 70000
hyper_cube[1,1,1,1] = 40000
A_half[0,0] = 1/3
A_single[0,0] = 1/3
print half_vec, " ", hyper_cube[1,1,1,1], " ", A_half[0,0], " ", A_single[0,0]
% => [2048,inf,0,0] 32767 0.33325195 0.33333334
typed_cell[0,0] = [1,2]
typed_cell[1,1] = 2.5
print typed_cell
% => [[[1,2],[]],
% =>  [0,2.5]]
