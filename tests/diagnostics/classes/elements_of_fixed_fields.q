% Elements of a fixed array in an array of objects lie in different arrays: where an index from outside leads to another element, each
% dimension is named by a constant.
type grid : class
    m : mat2x2'circular
endtype
grids = vec[grid](3)
grids[1].m[0,1] = 5
for i = 0..1
    grids[i].m[1,0] = 6
    grids[0].m[i,0] = 1 %~ E0900 several elements
    grids[0].m[0,i] = 1 %~ E0900 several elements
end
print grids[1].m[0,1]
