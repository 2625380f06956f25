%! test spmd lanes=8
% What is behind the point is stored.
% check: Binary(Div
function [] = main()
    x = vec[uint16](1000)
    y = vec(1000)
    for k = 1..998
        y[k] = (x[k-1] + x[k] + x[k+1])/3
    end
    print y[7]
end
