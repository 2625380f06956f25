% Methods against noise on pictures of which the results can be told by hand, and what they refuse.
import "imdenoise.q"
import "imquality.q"
import "imwavdenoise.q"

% One step of diffusion over a difference of k: exp(-1) or one half of it, times the rate, leaves the one pixel and enters the other.
y = imdiffusefilt([[0,0.5]], 0.5, 1, 0.2)
print max(abs(y - [[0.0367879,0.4632121]])) < 0.00001
% => 1
y = imdiffusefilt([[0],[0.5]], 0.5, 1, 0.2, "quadratic")
print max(abs(y - [[0.05],[0.45]])) < 0.00001
% => 1
x = [[1,2,7],[3,0,1]]
y = imdiffusefilt(x, 2, 50)
print abs(sum(y) - sum(x)) < 0.0001, max(y) < 7, x[0,2]
% => 117
% Values flow, sums stay; the picture that was given is as it was.

% Of two pixels a and b: y0 - a = weight (y1 - y0), y1 - b = weight (y0 - y1), so the difference falls to a third at weight 1.
print max(abs(imtikhonov([[0,3]], 1) - [[1,2]])) < 0.0001, max(abs(imtikhonov(x, 0) - x)) == 0
% => 11
y = imtikhonov(x, 3)
print abs(sum(y) - sum(x)) < 0.0001
% => 1

% 10 log10(4^2/2^2).
print abs(psnr([[0,0]], [[2,-2]], 4) - 6.0206) < 0.0001, psnr(x, x) > 1000
% => 11
% A block of which the diagonal is 1 has the detail (1 + 1)/2.
print abs(estimate_noise([[1,0,5],[0,1,5]]) - 1/0.6744898) < 0.0001
% => 1
% Of a ramp nothing is lost by blurring but at the ends, where pixels that enter or leave are mirrored: of 39 differences of 1 there are
% left 31 and, at either end, 8/9, 6/9, 4/9 and 2/9. Of the squares of a board 31 ninths are left. A constant picture tells nothing.
ramp = zeros(40,40)
board = zeros(40,40)
for m = 0..39
    for n = 0..39
        ramp[m,n] = n
        board[m,n] = mod(m + n, 2)
    end
end
print blur_metric(ones(9,9)), abs(blur_metric(ramp) - (31 + 40/9)/39) < 0.0001, abs(blur_metric(board) - 31/9/39) < 0.0001
% => 011

% Without noise to be removed pictures stay.
seed(3)
x = randn(32,32)
print max(abs(imwavdenoise(x, 0) - x)) < 0.0001, max(abs(imwavdenoise(x, 0, "hard") - x)) < 0.0001, max(abs(imblsgsm(x, 0.001, 2) - x)) < 0.001
% => 111
% Above all moduli nothing but the low resolution is left, whatever the kind.
print max(abs(imwavdenoise(x, 100) - imwavdenoise(x, 100, "hard"))), mean(imwavdenoise(x, 100).^2) < 0.1
% => 01
% Noise alone nearly goes.
print mean(imblsgsm(x, 1, 2).^2) < 0.3
% => 1

function [] = told(f)
    try
        f()
    catch ex
        print ex
    end
end
told(() -> imdiffusefilt(x, 0))
% => imdiffusefilt: k must be positive, the rate as well and not above 1/4
told(() -> imdiffusefilt(x, 1, 5, 0.3))
% => imdiffusefilt: k must be positive, the rate as well and not above 1/4
told(() -> imdiffusefilt(x, 1, 5, 0.2, "linear"))
% => imdiffusefilt: unknown conduction linear
told(() -> imtikhonov(x, -1))
% => imtikhonov: the weight must not be negative
told(() -> psnr(x, zeros(32,31)))
% => psnr: the images have different sizes
told(() -> estimate_noise([[1,2,3]]))
% => estimate_noise: the image needs two rows and two columns
told(() -> blur_metric(zeros(4,9)))
% => blur_metric: the image needs five rows and five columns
told(() -> imwavdenoise(x, -1))
% => imwavdenoise: the threshold must not be negative
told(() -> imwavdenoise(x, 1, "firm"))
% => imwavdenoise: unknown kind firm
told(() -> imblsgsm(x, 0))
% => imblsgsm: sigma must be positive
