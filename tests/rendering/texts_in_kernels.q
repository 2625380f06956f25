% Two uses of strings in a kernel: each is told what to do instead.
function [] = __kernel__ k(y : vec, pos : int)
    if "a" == "b"
        y[pos] = 1
    end
    t = "a" + "b"
end
y = zeros(2)
parallel_do(2, y, k)
