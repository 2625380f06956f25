% What two trees are for: the energy of a line in a band of scale 3, the sum of squared moduli, hardly changes when the line is shifted;
% that of one tree does.
import "multirestransforms.q"
function v = ripple(transform : int)
    low = 1.0/0.0
    high = 0.0
    for shift = 0..7
        x = zeros(64,64)
        for i = 0..63
            x[i,28+shift] = 1
        end
        energy = 0.0
        if transform == 0
            w = dwt2d(x, wavelet_filters(filtercoeff_dualfilt[0,:]), 3)
            energy = sum(w[6].^2)
        else
            w = dtcwt2d(x, filtercoeff_farras, filtercoeff_dualfilt, 3)
            for i = 24..27
                energy += sum(w[i].^2)
            end
        end
        low = min(low, energy)
        high = max(high, energy)
    end
    v = high/low
end
print ripple(0) > 3, ripple(1) < 1.25
% => 11
% A volume: four transforms that each keep the energy.
seed(2)
x = randn(16,8,4)
w1 = complex_orthogonal_wavelet(filtercoeff_farras)
w2 = complex_orthogonal_wavelet(filtercoeff_selcw[1,1])
b = dtcwt3d_untiled(x, w1, w2, 2)
print numel(b), size(b[0])
% => 4[16,8,4]
for k = 0..3
    print abs(sum(b[k].^2)/sum(x.^2) - 1) < 0.0001
end
% => 1
% => 1
% => 1
% => 1
print max(abs(idtcwt3d_untiled(b, w1, w2, 2) - x)) < 0.0001
% => 1
% Odd extents come back too.
y = randn(9,7,5)
print max(abs(idtcwt3d_untiled(dtcwt3d_untiled(y, w1, w2, 2), w1, w2, 2) - y)) < 0.0001
% => 1
% The low resolution lies in front.
b = dtcwt3d_untiled(ones(8,8,4), w1, w2, 2)
print max(abs(b[3][0..1,0..1,0] - 8)) < 0.0001, abs(b[3][2,2,1]) < 0.0001
% => 11
