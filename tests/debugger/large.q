% Arrays that are shown without their middle.
function [] = main(n : int = 2000)
    v = 0..n
    m = zeros(n, 2)
    m[n-1, 1] = 0.5
    c = zeros(3, n, 2)
    total = sum(v)
    print total
end
