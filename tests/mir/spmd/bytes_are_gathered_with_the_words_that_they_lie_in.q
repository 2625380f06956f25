%! test spmd lanes=8
% On a boundary of four bytes, rounded down also where an element lies in front of the first one, and cut out of these.
% check: varying i32 = Binary(Shr
% check: varying i32 = Gather { memory: I32
% check: varying i32 = Binary(Shr
% check: varying i32 = Binary(And
% not: Gather { memory: U8

function [] = main()
    table = vec[uint8](300)
    y = vec[int](1000)
    for k = 0..999
        y[k] = table[mod(k*k, 300)]
    end
    print y[7]
end
