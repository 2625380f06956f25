% The matrix Q of reconstruction in magnetic resonance imaging (MRI-Q of Parboil): at every voxel the sum over the samples of
% k-space of their squared magnitude times cosine and sine of their phase.
import "common.q"

function [re, im] = mri_q(kx : vec, ky : vec, kz : vec, phi_re : vec, phi_im : vec, x : vec, y : vec, z : vec)
    magnitude = phi_re.^2 + phi_im.^2
    re = zeros(numel(x))
    im = zeros(numel(x))
    for v = 0..numel(x)-1
        for k = 0..numel(kx)-1
            phase = 2*pi*(kx[k]*x[v] + ky[k]*y[v] + kz[k]*z[v])
            re[v] += magnitude[k]*cos(phase)
            im[v] += magnitude[k]*sin(phase)
        end
    end
end

function [] = main(voxels : int = 8192, samples : int = 1024, repetitions : int = 5)
    k = noise(5*samples)
    kx = 16*k[0..samples-1] - 8
    ky = 16*k[samples..2*samples-1] - 8
    kz = 16*k[2*samples..3*samples-1] - 8
    phi_re = k[3*samples..4*samples-1]
    phi_im = k[4*samples..5*samples-1]
    place = noise(3*voxels)
    x = place[0..voxels-1] - 0.5
    y = place[voxels..2*voxels-1] - 0.5
    z = place[2*voxels..3*voxels-1] - 0.5
    re = zeros(voxels)
    im = zeros(voxels)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        [re, im] = mri_q(kx, ky, kz, phi_re, phi_im, x, y, z)
        times[r] = toc("")
    end
    print "times: ", times
    check(re + 2*im)
end
