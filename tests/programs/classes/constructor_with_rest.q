% A rest parameter may be left out, in a constructor function as anywhere: so the function is called, not the class itself.
type point : class
    x : int
    n : int
endtype
function p = point(x : int, ...rest : vec[int])
    p = point(x := x, n := 100 + numel(rest))
end
% => {x: 1, n: 100}
print point(x := 1)
% => {x: 1, n: 102}
print point(1, 2, 3)
