%! raises: the argument for `self` is a `string` where a `box` is needed line 12
type box : class
    w : int
end
function y = area(self : box)
    y = self.w^2
end
c = {box(w:=3), "text"}
for k = 0..1
    v = c[k]
    if k < 2
        print v.area()
    end
end
% => 9
