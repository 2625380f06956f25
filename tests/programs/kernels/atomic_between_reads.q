% What an atomic change has changed is read anew, also where two elements side by side, or every second one, are read with shared loads.
function [] = __kernel__ pairs(x : vec[int]'unchecked, y : vec[int]'unchecked, pos : int)
    i = 2*mod(pos*3, 8)
    a = x[i] + x[i+1]
    x[i] += 1
    y[pos] = 100*a + 10*x[i] + x[i+1]
end
function [] = __kernel__ every_second(x : vec[int]'unchecked, y : vec[int]'unchecked, pos : int)
    a = x[2*pos] + x[2*pos+1]
    x[2*pos] += 1
    y[pos] = 100*a + 10*x[2*pos] + x[2*pos+1]
end
function [] = main(n : int = 16)
    x = vec[int](n)
    y = vec[int](8)
    parallel_do(8, x, y, pairs)
    print x, y
    x = vec[int](n)
    for k = 0..n-1
        x[k] = mod(k, 3)
    end
    parallel_do(8, x, y, every_second)
    print x, y
end
% => [1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0][10,10,10,10,10,10,10,10]
% x is 0,1 2,0 1,2 and again.
% => [1,1,3,0,2,2,1,1,3,0,2,2,1,1,3,0][111,230,322,111,230,322,111,230]
