% One part of a feature of the inventory.
function [] = __kernel__ k(x : vec, pos : int)
    print "at ", pos %~ E0503 print
end
parallel_do(4, zeros(4), k)
