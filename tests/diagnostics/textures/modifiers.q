function [] = __kernel__ three(y : vec, x : cube(:,:,3)'hwtex_linear(3), pos : int)   %~ E0110 a texture has 1, 2 or 4 components, not 3
    y[pos] = 0
end
function [] = __kernel__ deep(y : vec, x : cube{4}'hwtex_linear, pos : int)           %~ E0110 is no texture: it has 1 to 3 dimensions
    y[pos] = 0
end
function [] = __kernel__ flat(y : vec, x : vec'hwtex_linear(4), pos : int)            %~ E0110 is no texture: it has 1 to 3 dimensions
    y[pos] = 0
end
function [] = __kernel__ other(y : vec, x : cube(:,:,3)'hwtex_linear(4), pos : int)   %~ E0110 does not have 4 elements
    y[pos] = 0
end
function [] = __kernel__ ints(y : vec, x : mat[int]'hwtex_linear, pos : int)          %~ E0110 are no real numbers
    y[pos] = 0
end
function [] = __kernel__ bytes(y : vec, x : mat(:,2)[uint8]'hwtex_nearest(2), pos : int)     %~ E0110 are no real numbers
    y[pos] = 0
end
function [] = __kernel__ both(y : vec, x : mat'hwconst'hwtex_linear, pos : int)       %~ E0110 `'hwconst` and `'hwtex_linear` exclude each other
    y[pos] = 0
end
y = zeros(1)
c = zeros(2, 2, 3)
parallel_do(1, y, c, three)
parallel_do(1, y, c, deep)
parallel_do(1, y, y, flat)
parallel_do(1, y, c, other)
parallel_do(1, y, int(ones(2,2)), ints)
parallel_do(1, y, mat[uint8](2,2), bytes)
parallel_do(1, y, ones(2,2), both)
%! features: F303 F304
