% try blocks run in host code only.
function [] = __kernel__ k(x : vec, pos : int)
    try %~ E0900 try
        x[pos] = 1
    catch
        x[0] = 2
    end
end
parallel_do(4, zeros(4), k)
