% The usual slips with methods.
type point : mutable class
    x : scalar
endtype
function y = norm_of(p : point)
    y = p.x
end
function y = length_of(self : point)
    y = self.x
end
p = point(x:=1)
print p.norm_of() %~ E0340 `point` has no method `norm_of`
print p.length_of %~ E0340 `point` has no field `length_of`
print p.x(3) %~ E0405 a `scalar` cannot be called
function [] = move(self : point)
    this.x = 3 %~ E0201 this
end
p.move()
