type point : class
    x : scalar
    y : scalar
endtype

type line : mutable class
    from : point
    until_ : point
    next : ^line
end

% A constructor that is callable from kernels.
function p : point = __device__ point(angle : scalar)
    p = point(x:=cos(angle), y:=sin(angle))
end

function d : scalar = length(self : line)
    d = sqrt((self.from.x - self.until_.x)^2 + (self.from.y - self.until_.y)^2)
end

function [] = append(self : ^line, other : ^line)
    node = self
    while node.next != nullptr
        node = node.next
    end
    node.next = other
end

a = line(from:=point(), until_:=point(x:=1, y:=2), next:=nullptr)
b : ^line = line(from:=point(0.1), until_:=point(0.2), next:=nullptr)
b.append(a)
print a.length(), " ", b.next.from.x
settings = object()
settings.title : string = "settings"
settings.levels = {0, [1,2,3], "three"}
settings.levels[1][0] += 4
