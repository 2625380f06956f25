%! features: F103
% A size that a place asks for is compared, also where the elements are converted on the way: ints, bytes and integers of 64 bits to scalars,
% and floats to complex numbers.
function y = fix(b : vec(4))
    y = sum(b)
end
function y = square(b : mat(2,2))
    y = sum(b)
end
function y = gen[N:int](a : vec(N), b : vec(2*N))
    y = sum(a) + sum(b)
end
function y = pair[N:int](b : vec(N), c : vec(N))
    y = sum(b) + sum(c)
end
function y = complex_sum(b : cvec(4))
    y = sum(b)
end
function y = ints(k : int)
    y = vec[int](k) + 1
end
function y = bytes(k : int)
    y = vec[uint8](k)
end
function y = longs(k : int)
    y = vec[int64](k)
end
function y = floats(k : int)
    y = ones(k)
end
type holder : mutable class
    v : vec3
end
function [] = attempt(which : int, k : int)
    o = holder()
    try
        match which with
        | 0 -> print fix(ints(k))
        | 1 -> print fix(bytes(k))
        | 2 -> print fix(longs(k))
        | 3 -> print fix(transpose(transpose(ints(k))))
        | 4 -> print square(mat[int](k,k) + 1)
        | 5 -> print gen(ones(2), ints(k))
        | 6 -> print pair(longs(k), ones(4))
        | 7 -> print pair(ones(4), longs(k))
        | 8 ->
            w : vec(4) = ints(k)
            print w
        | 9 -> print complex_sum(floats(k))
        | 10 ->
            o.v = longs(k)
            print o.v
        end
        print "fits"
    catch ex
        print "no"
    end
end
% Of the right size:
attempt(0, 4)
% => 4
% => fits
attempt(5, 4)
% => 6
% => fits
attempt(7, 4)
% => 4
% => fits
attempt(8, 4)
% => [1,1,1,1]
% => fits
attempt(9, 4)
% => 4+0i
% => fits
attempt(10, 3)
% => [0,0,0]
% => fits
attempt(4, 2)
% => 4
% => fits
for which = 0..10
    attempt(which, 5)
end
% => no
% => no
% => no
% => no
% => no
% => no
% => no
% => no
% => no
% => no
% => no
attempt(0, 3)
% => no
attempt(8, 3)
% => no
attempt(9, 3)
% => no
