% Vectors that grow.
function [] = main()
    v = vec(0)
    for k = 0..3
        v = append(v, k*k)
        n = numel(v)
    end
    w = append(v, 100)
    v = append(v, -1)
    print v, w, n
end
