%! raises: the slice of `sums` has more elements than `numel` says line 4
% What an attribute says wrongly is an error where the kernel starts, when only the run can tell.
function [] = __kernel__ add(sums : mat, limit : int, pos : ivec2)
    {!kernel_arg name=sums, type="inout", access="shared", op="+=", cache_slices=sums[pos[0],:], numel=limit}
    sums[pos[0], 0] += 1
end
function [] = main(limit : int = 3)
    sums = zeros(2, limit)
    parallel_do([2,2], sums, limit, add)
    print sums
    sums = zeros(2, limit+1)
    parallel_do([2,2], sums, limit, add)
end
% => [[2,0,0],
% =>  [2,0,0]]
