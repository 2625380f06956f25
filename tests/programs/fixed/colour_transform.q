%! features: F120 F121
function y = colortransform[N](C : mat(N,N), img : cube(:,:,N))
    y = zeros(size(img))
    for m = 0..size(img,0)-1
        for n = 0..size(img,1)-1
            y[m,n,0..N-1] = C*squeeze(img[m,n,0..N-1])
        end
    end
end
C = [[0.0,1.0,0.0],[1.0,0.0,0.0],[0.0,0.0,2.0]]
x = zeros(1,2,3)
x[0,1,0] = 3
x[0,1,1] = 4
x[0,1,2] = 5
y = colortransform(C, x)
print y[0,1,0], y[0,1,1], y[0,1,2]
% => 4310
