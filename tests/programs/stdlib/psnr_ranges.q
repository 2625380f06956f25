import "imquality.q"
% The peak follows from the pixels: 10 log10(peak^2/mse) = 20 log10(peak/d) for images that differ by d everywhere.
% NumPy: 20*np.log10(1/0.1) = 20, 20*np.log10(255/10) = 28.1308, 20*np.log10(65535/100) = 56.3295, 20*np.log10(4095/10) = 52.2454.
function [] = near(found : scalar, expected : scalar)
    print abs(found - expected) < 1e-3 ? "ok" : num2str(found)
end
x = [[0.0,0.5],[0.25,1]]
near(psnr(x, x + 0.1), 20)
% => ok
near(psnr(x + 1.5, x), 20*log10(1/1.5))
% => ok
near(psnr(200*x, 200*x + 10), 28.1308)
% => ok
near(psnr(60000*x, 60000*x + 100), 56.3295)
% => ok
near(psnr(200*x, 200*x + 10, 4095), 52.2454)
% => ok
near(psnr(x, x + 0.1, 255), 20*log10(2550))
% => ok
print psnr(200*x, 200*x)
% => inf
