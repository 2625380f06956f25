% Methods of a mutable class on an element change the element.
type counter : mutable class
    hits : int
endtype
function [] = bump(self : counter, by : int = 1)
    self.hits += by
end
cs = vec[counter](3)
for k = 0..2
    cs[k].bump(k)
    cs[k].bump()
end
print cs
% => [{hits: 1},{hits: 2},{hits: 3}]
