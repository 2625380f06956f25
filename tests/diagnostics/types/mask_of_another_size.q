function [] = f(x : cube(:,:,3), y : mat)
    x[y > 3] = 0 %~ E0302 a mask
    x[x > 3] = 0
    y[x > 3] = 0 %~ E0302 a mask
    z = zeros(2,3)
    print z[ones(2,4) > 0] %~ E0302 a mask
    print z[ones(2,3) > 0]
    y[z > 0] = 1 %~ E0302 a mask
end
f(ones(4,4,3), ones(4,4))
