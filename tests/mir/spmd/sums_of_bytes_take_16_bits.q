%! test spmd lanes=16
% Two vectors of bytes are one of half words; so are masks of comparisons of them.
% check: varying i32 in 16 bits = Load { memory: U8
% check: varying i32 in 16 bits = Binary(Add
% check: varying bool in 16 bits = Compare
function [] = main()
    x = vec[uint8](1000)
    y = vec[uint8](1000)
    for k = 1..998
        y[k] = x[k-1] + x[k] + x[k+1] > 300 ? 1 : x[k]
    end
    print y[7]
end
