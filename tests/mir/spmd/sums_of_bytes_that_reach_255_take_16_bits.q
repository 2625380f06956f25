%! test spmd lanes=8
% 255 is what a capped sum is where it is more.
% not: in 8 bits
% check: varying i32 in 16 bits = Binary(Add
function [] = main()
    x = vec[uint8](1000)
    y = vec[uint8](1000)
    for k = 1..998
        y[k] = x[k-1] + x[k] + x[k+1] == 255 ? 1 : x[k]
    end
    print y[7]
end
