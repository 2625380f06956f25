function [] = __kernel__ k(a : vec, v : int, pos : int)
    b = a[pos]<-v %~ W0103 blank
    a[pos] = b
end
