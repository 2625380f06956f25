%! features: F190
%! reports: tuning $param_memcoalescing = true
%! reports: tuning $rows = 2 * 8
% Constants that tuning may change; their values are those of the defaults.
function [] = __kernel__ swap(im : mat'unchecked, im_out : mat'unchecked, pos : ivec2)
    {!tuning_param name="$param_memcoalescing"; default=true}
    im_out[pos[1],pos[0]] = im[pos[1],pos[0]]
end
function y = rows(x : mat)
    {!tuning_param name="$rows"; default=2*8}
    y = size(x, 0)
end
x = [[1,2],[3,4]]
y = zeros(2,2)
parallel_do([2,2], x, y, swap)
print y
% => [[1,2],
% =>  [3,4]]
print rows(x)
% => 2
