%! features: F007
A = [[1,2],[3,4]]
print A[1,0]
% => 3
v = [5,6,7]
print v[0], " ", v[2]
% => 5 7
% A vector is stored as one row: further indices may be given.
print v[0,1]
% => 6
% Three indices, each from 0 to its extent less one.
C = zeros(2,3,4)
for i = 0..1
    for j = 0..2
        for k = 0..3
            C[i,j,k] = 100*i + 10*j + k
        end
    end
end
print C[0,0,0], " ", C[1,2,3], " ", C[1,0,2]
% => 0 123 102
try
    n = numel(v)
    print v[n]
catch ex
    print ex
end
% => index 3 of 'v' is outside its 3 elements
