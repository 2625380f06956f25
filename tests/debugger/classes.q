% Classes by value.
type point : class
    x : scalar
    y : int
end
type shape : class
    name : string
    at : point
    weights : vec3
    data : mat
end
function q = moved(p : point, by : scalar)
    q = p
    q.x += by
    q.y = q.y * 2
end
function [] = main()
    p = point(x:=1.5, y:=2)
    q = moved(p, 4)
    p.x = -1
    s = shape(name:="box", at:=q, weights:=[1, 2, 3], data:=zeros(2, 2))
    s.at.y = 77
    s.data[1, 0] = 0.5
    s.weights[2] = 9
    n = s.name
    print p, q, n
end
