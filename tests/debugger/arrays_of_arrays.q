% Arrays of arrays and of texts.
function [] = main()
    v = vec[vec](3)
    v[0] = [1, 2]
    v[1] = zeros(4)
    v[1][2] = 6
    w = vec[string](2)
    w[0] = "first"
    t = "it is " + w[0]
    m = vec[mat](2)
    m[1] = eye(2)
    print v, w, t, m
end
