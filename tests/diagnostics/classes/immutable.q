type point : class
    x : scalar
endtype
p : ^point = point(x:=1)
p.x = 2 %~ E0347 keeps its fields
q = point(x:=1)
q.x = 2
function [] = outer()
    r = point(x:=1)
    function [] = inner()
        r.x = 2 %~ E0408 read-only
    end
    inner()
end
outer()
