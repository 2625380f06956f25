%! features: F098
% A position is a whole number for each dimension, also where it is declared as `vec2` as the documents write it: neighbours of
% an element beyond 2^24, which single precision does not tell apart, are met once each.
function [] = __kernel__ add_behind(y : mat[uint8], start : ivec2, pos : vec2)
    y[pos + start] = y[pos + start] + 1
endfunction
y = mat[uint8](1, 16777301)
parallel_do([1,8], y, [0,16777214], add_behind)
print y[0,16777213], y[0,16777214..16777221], y[0,16777222]
% => 0[1,1,1,1,1,1,1,1]0
% Half a position is a fraction all the same.
function [] = __kernel__ halves(y : mat, pos : vec2)
    middle = pos/2
    y[pos] = middle[0] + 10*middle[1]
endfunction
z = zeros(2,3)
parallel_do(size(z), z, halves)
print z
% => [[0,5,10],
% =>  [0.5,5.5,10.5]]
% A kernel that stores into its position keeps the type that it declares.
function [] = __kernel__ moved(y : mat, pos : vec2)
    pos[1] += 0.5
    y[pos] = pos[1]
endfunction
parallel_do(size(z), z, moved)
print z
% => [[0.5,1.5,2.5],
% =>  [0.5,1.5,2.5]]
% A position without a length has one number for each dimension of the launch, a single one counts the elements of a row.
function [] = __kernel__ any_rank(y : mat, pos : vec)
    y[pos] = sum(pos)
endfunction
parallel_do(size(z), z, any_rank)
print z
% => [[0,1,2],
% =>  [1,2,3]]
function [] = __kernel__ of_one(y : vec, pos : vec(1))
    y[pos] = 2*pos[0]
endfunction
v = zeros(4)
parallel_do(size(v), v, of_one)
print v
% => [0,2,4,6]
