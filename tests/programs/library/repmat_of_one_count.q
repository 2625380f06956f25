% One count is that of copies side by side, as one size is that of a row; known when compiling or not.
x = [1,2]
m = [[1,2],[3,4]]
n = size(find(x), 0)
% => [1,2,1,2]
print repmat(x, 2)
% => [1,2,1,2]
print repmat(x, n)
% => [[1,2,1,2],
% =>  [3,4,3,4]]
print repmat(m, n)
% The list has one element, which only running tells.
k = find([0,0,1])[:,1]
% => [1,2,1,2]
print repmat(x, k)
% => [1,2,1,2]
print repmat(x, [2])
