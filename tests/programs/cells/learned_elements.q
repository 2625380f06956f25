%! features: F051
% What `??` elements are is found from all stores into the array, in whatever function they are.
c = cellvec(4)
function [] = put(x : vec[??], at : int, value)
    x[at] = value
end
put(c, 0, 12)
put(c, 1, "twelve")
put(c, 2, [1,2])
c[3] = put
print c
% => [12,"twelve",[1,2],function]
shared = c
shared[0] = "changed"
print c[0], " ", c[2][1]
% => changed 2
deep = deepcopy(c)
c[2][0] = 100
print deep[2][0], " ", c[2][0]
% => 1 100
m = cellmat(1,2)
m[0,0] = c
m[0,1] = 1.5
print m[0,0][1], " ", m[0,1], " ", m
% => twelve 1.5 [["changed","twelve",[100,2],function],1.5]
n = mat[??](1,2)
n[0,1] = "x"
print size(n), n[0,1], size(vec[??](3)), size(cellcube(1,2,3)), size(cube[??](1,2,3))
% => [1,2]x[1,3][1,2,3][1,2,3]
