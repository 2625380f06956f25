% Dimensions side by side and apart, before and behind others: each against transforms along one dimension at a time.
function z = numbers(sizes : ivec)
    n = prod(sizes)
    re = zeros(n)
    im = zeros(n)
    for i = 0..n-1
        re[i] = mod(7919*i + 13, 101)/50 - 1
        im[i] = mod(7919*(3*i + 1) + 13, 101)/50 - 1
    end
    z = reshape(complex(re, im), sizes)
end
function d = far(a, b)
    d = max(abs(a - b))/(1 + max(abs(b)))
end
z = numbers([4,5,6])
r = real(z)
worst = 0.0
worst = max(worst, far(fftn(z, [0,1,2]), fftn(fftn(fftn(z, [0]), [1]), [2])))
worst = max(worst, far(fftn(z, [0,2]), fftn(fftn(z, [0]), [2])))
worst = max(worst, far(fftn(z, [1,2]), fftn(fftn(z, [2]), [1])))
worst = max(worst, far(fft2(r), fft2(complex(r))))
worst = max(worst, far(fft3(r), fft3(complex(r))))
worst = max(worst, far(fft1(r), fft1(complex(r))))
worst = max(worst, far(fftn(r, [0,2]), fftn(complex(r), [0,2])))
worst = max(worst, far(ifftn(fftn(z, [0,2]), [0,2]), z))
worst = max(worst, far(irealfft3(fft3(r)), r))
worst = max(worst, far(irealfft2(z), real(ifft2(z))))
worst = max(worst, far(irealfftn(z, [1]), real(ifftn(z, [1]))))
worst = max(worst, far(irealfftn(z, [0,2]), real(ifftn(z, [0,2]))))
worst = max(worst, far(irealfft1(r), real(ifft1(complex(r)))))
print worst < 1e-5
% => 1
% What a kernel has written is transformed where it lies, and what it reads is the transform.
y = zeros(8,8)
for i = 0..7
    for j = 0..7
        y[i,j] = i*i - 3*j
    end
end
s = fft2(y)
p = zeros(8,8)
for i = 0..7
    for j = 0..7
        p[i,j] = abs(s[i,j])^2
    end
end
print abs(sum(p)/64/sum(y.^2) - 1) < 1e-5
% => 1
