% Loops over arrays of classes become kernels: each field is an array of its own.
%! loop: 9 parallel
%! loop: 13 parallel
type point : class
    x : scalar
    y : scalar
endtype
pts = vec[point](20000)
for k = 0..numel(pts)-1
    pts[k].x = 0.5 * k
    pts[k].y = mod(k, 7)
end
for k = 0..numel(pts)-1
    p = pts[k]
    pts[k] = point(x:=p.y, y:=p.x + 1)
end
print pts[15001]
% => {x: 0, y: 7501.5}
