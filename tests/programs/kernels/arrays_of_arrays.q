%! warns: an array of arrays within a kernel line 4
% An array of arrays goes to a kernel as a reference; the kernel runs position by position.
lists = vec[vec](2)
function [] = __kernel__ first(lists : vec[vec], x : vec, pos : int)
    x[pos] = lists[pos][0] + numel(lists[pos])
    lists[pos][0] = 0
end
lists[0] = [1.0,2.0]
lists[1] = [3.0]
x = zeros(2)
parallel_do(2, lists, x, first)
print x, lists
% => [3,4][[0,2],[0]]
