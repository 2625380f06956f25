% `op=` on a field that holds an array works in the array itself, as it does on a variable: all who hold the array see the change.
type sample : mutable class
    n : int
    data : vec
    bytes : vec[uint8]
    fixed : vec3
end
function [] = raise(self : sample, by : scalar)
    self.data += by
end
function [] = main(n : int = 4)
    a = zeros(n)
    u = vec[uint8](n)
    p = sample(n:=1, data:=a, bytes:=u, fixed:=[1,2,3])
    p.data += 10
    print a, p.data
    % => [10,10,10,10][10,10,10,10]
    q = p
    q.data .*= [1,2,3,4]
    q.fixed += 1
    q.bytes += 1.7
    % The array is shared by both values, a fixed one is copied with the value.
    print a, p.data, p.fixed, q.fixed, u
    % => [10,20,30,40][10,20,30,40][1,2,3][2,3,4][2,2,2,2]
    p.raise(0.5)
    print a
    % => [10.5,20.5,30.5,40.5]
    r : ^sample = p
    s = r
    s.data -= 0.5
    s.bytes *= 200
    print a, r.data, u
    % => [10,20,30,40][10,20,30,40][255,255,255,255]
    % Another type of elements needs a new array; an assignment holds another one.
    r.data = copy(a)
    r.data += 1
    print a, r.data
    % => [10,20,30,40][11,21,31,41]
    try
        r.data += zeros(n+1)
    catch ex
        print ex
    end
    % => +: the sizes 1x4 and 1x5 do not fit together
end
