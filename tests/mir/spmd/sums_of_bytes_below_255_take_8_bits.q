%! test spmd lanes=8
% A sum of bytes that is only compared with numbers below 255 may stay at 255, and the least byte is a byte.
% check: varying i32 in 8 bits = Load { memory: U8
% check: varying i32 in 8 bits = Binary(Add
% check: varying bool in 8 bits = Compare
% check: varying i32 in 8 bits = Binary(Min
function [] = main()
    x = vec[uint8](1000)
    y = vec[uint8](1000)
    for k = 1..998
        y[k] = x[k-1] + x[k] + x[k+1] > 200 ? 1 : min(x[k], x[k+1])
    end
    print y[7]
end
