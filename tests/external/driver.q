% Runs one method of the folder that tests/external.sh is given on a noisy picture: driver METHOD INPUT RESULT.
% The pictures are matrices in NumPy's format, in 0..1.
import "anisotropic_diffusion.q"
import "bilateral_filter.q"
import "blsgsm.q"
import "blur_metric.q"
import "estimate_noise.q"
import "gaussian_filter.q"
import "nlmeans.q"
import "tikhonov.q"
import "total_variation.q"
import "wavelet_thresholding.q"

function y : mat = one(x : scalar)
    y = zeros(1,1)
    y[0,0] = x
end

function [] = main(method : string, input : string, result : string)
    x : mat = load(input)
    tic()
    match method with
    | "anisotropic_diffusion" -> y : mat = denoise_anisotropic_diffusion(x, 5, 0.2, 0.1, "exp")
    | "bilateral"             -> y = bilateral_filter_denoise(x*255, 50, 1.5, 255)/255
    | "gaussian"              -> y = gaussian_filter(x, 1.3, 0, "mirror")
    | "tikhonov"              -> y = tikhonov_denoise(x, 0.5)
    | "tikhonov_deconvolution" -> y = tikhonov_denoise_dec(x, fgaussian(15, 1.5), 1.5)
    | "total_variation"       -> y = total_variation_denoise(x, 0.05)
    | "nlmeans"               -> y = denoise_nlmeans(x, 5, 4, 0.2)
    | "wavelet_soft"          -> y = wav_denoise(x, 3, filtercoeff_farras, filtercoeff_selcw[3,1], "soft", 0.15)
    | "wavelet_hard"          -> y = wav_denoise(x, 3, filtercoeff_farras, filtercoeff_selcw[3,1], "hard", 0.4)
    | "blsgsm_dtcwt"          -> y = denoise_image_blsgsm(x, 0.08, "dtcwt", 4, 8)
    | "blsgsm_wavelet"        -> y = denoise_image_blsgsm(x, 0.08, "wavelet", 4, 8)
    | "blsgsm_shearlet"       -> y = denoise_image_blsgsm(x, 0.08, "shearlet", 4, 8)
    | "blsgsm_pyramid"        -> y = denoise_image_blsgsm(x, 0.08, "steerable pyramid", 4, 8)
    | "noise_mad"             -> y = one(estimate_noise_mad(x))
    | "noise_liu"             -> y = one(estimate_noise_liu(x))
    | "blur_metric"           -> y = one(blurMetric(x))
    | _ -> error("no such method: " + method)
    end
    printf("%s: %.1f ms", method, toc(""))
    save(result, y)
end
