%! features: F244
% A function without types, with sizes and a function among its arguments, is made anew for each kind of call.
op_min = __device__ (x, y) -> min(x, y)
op_max = __device__ (x, y) -> max(x, y)
function y = morph_filter(x, mask, ctr : ivec2, init, morph_op)
    function [] = __kernel__ kernel(x : 'mirror, y, mask : 'unchecked, ctr, init, morph_op, pos)
        res = init
        for m = 0..size(mask,0)-1
            for n = 0..size(mask,1)-1
                if mask[m,n] != 0
                    res = morph_op(res, x[pos+[m-ctr[0],n-ctr[1]]])
                end
            end
        end
        y[pos] = res
    end
    y = copy(x)
    parallel_do(size(x), x, y, mask, ctr, init, morph_op, kernel)
end
x = [[5.0,4.0,3.0],[6.0,7.0,8.0],[1.0,2.0,9.0]]
cross = [[0.0,1.0,0.0],[1.0,1.0,1.0],[0.0,1.0,0.0]]
print morph_filter(x, cross, [1,1], 100.0, op_min)
% => [[4,3,3],
% =>  [1,2,3],
% =>  [1,1,2]]
print morph_filter(x, cross, [1,1], 0.0, op_max)
% => [[6,7,8],
% =>  [7,8,9],
% =>  [6,9,9]]
k = [[1,2],[3,4]]
print morph_filter(k, [[1,1]], [0,1], 9, op_min)
% => [[1,1],
% =>  [3,3]]
%! reports: types morph_filter(x: mat(3,3)'const, mask: mat(3,3)'const, ctr: vec[int](2)'const, init: scalar'const
%! reports: types morph_filter(x: mat[int](2,2)'const, mask: mat[int](1,2)'const, ctr: vec[int](2)'const, init: int'const
%! structure: launch 3
