type point : class
    x : int
    y : vec3
endtype
type tree : mutable class
    name : string
    child : ^tree
endtype
type shade : enum
    Dark
    Light
endtype
print new(int), " ", new(scalar), " ", new(cscalar), " [", new(string), "] ", new(vec3), " ", numel(new(mat)), " ", new(shade)
% => 0 0 0+0i [] [0,0,0] 0 Dark
p = new(point)
p.y[1] = 2
print p, " ", new(point)
% => {x: 0, y: [0,2,0]} {x: 0, y: [0,0,0]}
t : ^tree = new(tree)
print strlen(t.name), t.child == nullptr
% => 01
x = new(cube[uint8])
print numel(x), " ", type(x)
% => 0 cube[uint8]
