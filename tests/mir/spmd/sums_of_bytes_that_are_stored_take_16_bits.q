%! test spmd lanes=8
% Of a sum that leaves 8 bits the whole number is stored, too.
% not: in 8 bits
function [] = main()
    x = vec[uint8](1000)
    y = vec[uint8](1000)
    z = vec[uint16](1000)
    for k = 1..998
        s = x[k-1] + x[k] + x[k+1]
        y[k] = s > 200 ? 1 : x[k]
        z[k] = s
    end
    print y[7] + z[8]
end
