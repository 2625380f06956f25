%! test spmd lanes=16
% 300 times a byte is more than 16 bits hold, and all of it is compared.
% not: in 16 bits
function [] = main()
    x = vec[uint8](1000)
    y = vec[int](1000)
    for k = 1..998
        y[k] = 300*x[k] > 40000 ? 300*x[k] : 7
    end
    print y[7]
end
