%! test spmd lanes=16
% The lowest eight bits are a byte: nothing limits them before they are stored.
% check: varying i32 in 16 bits = Binary(And
% not: Binary(Max
% check: Store { memory: U8
function [] = main()
    x = vec[uint8](1000)
    y = vec[uint8](1000)
    for k = 1..998
        y[k] = and(3*x[k] + x[k+1], 255)
    end
    print y[7]
end
