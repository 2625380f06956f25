%! test spmd lanes=8
% Nothing behind the point is seen of a third of three half words: a product with a number a little above 1/3. It fits a half word, too, so no limits are left.
% check: Binary(Mul
% not: Binary(Div
% not: Binary(Max
function [] = main()
    x = vec[uint16](1000)
    y = vec[uint16](1000)
    for k = 1..998
        y[k] = int((x[k-1] + x[k] + x[k+1])/3)
    end
    print y[7]
end
