%% --precision=double
% Double precision.
function [] = main()
    a = 0.1
    b = 1/3
    c = 1e300
    z = a + b*1i
    x = [a, b, c]
    m = ones(2,3)/7
    v = sin(x)
    print a, b, c, z, x, m, v
end
