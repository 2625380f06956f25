% Runs one method of the folder that tests/external.sh is given: driver METHOD INPUT RESULT REPETITIONS.
% Pictures are matrices in NumPy's format, in 0..1. Prints the milliseconds of each repetition.
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

% What makes the noise of the correlated picture white.
whitening = [[0,-0.1,0],[-0.25,1.6,-0.15],[0,-0.1,0]]

function y : mat = one(x : scalar)
    y = zeros(1,1)
    y[0,0] = x
end

function y : mat = denoised(method : string, x : mat)
    match method with
    | "anisotropic_diffusion" -> y = denoise_anisotropic_diffusion(x, 5, 0.2, 0.1, "exp")
    | "bilateral"             -> y = bilateral_filter_denoise(x*255, 50, 1.5, 255)/255
    | "gaussian"              -> y = gaussian_filter(x, 1.3, 0, "mirror")
    | "tikhonov"              -> y = tikhonov_denoise(x, 0.5)
    | "tikhonov_deconvolution" -> y = tikhonov_denoise_dec(x, fgaussian(15, 1.5), 1.5)
    | "total_variation"       -> y = total_variation_denoise(x, 0.05)
    | "nlmeans"               -> y = denoise_nlmeans(x, 5, 4, 0.2)
    | "nlmeans_correlated"    -> y = denoise_nlmeans_c(x, 5, 4, 0.3, whitening)
    | "nlmeans_deconvolution" -> y = deconv_nlmeans(x, fgaussian(15, 1), 0.02, 2, 5, 4, 0.15)
    | "nlmeans_correlated_deconvolution" -> y = deconv_nlmeans_c(x, fgaussian(15, 1), 0.01, 2, 5, 4, 0.2, whitening)
    | "wavelet_soft"          -> y = wav_denoise(x, 3, filtercoeff_farras, filtercoeff_selcw[3,1], "soft", 0.15)
    | "wavelet_hard"          -> y = wav_denoise(x, 3, filtercoeff_farras, filtercoeff_selcw[3,1], "hard", 0.4)
    | "blsgsm_dtcwt"          -> y = denoise_image_blsgsm(x, 0.08, "dtcwt", 4, 8)
    | "blsgsm_extended"       -> y = denoise_blsgsm(x, 4, 0.08)
    | "blsgsm_wavelet"        -> y = denoise_image_blsgsm(x, 0.08, "wavelet", 4, 8)
    | "blsgsm_shearlet"       -> y = denoise_image_blsgsm(x, 0.08, "shearlet", 4, 8)
    | "blsgsm_pyramid"        -> y = denoise_image_blsgsm(x, 0.08, "steerable pyramid", 4, 8)
    | "noise_mad"             -> y = one(estimate_noise_mad(x))
    | "noise_liu"             -> y = one(estimate_noise_liu(x))
    | "blur_metric"           -> y = one(blurMetric(x))
    | "draws"                 -> y = randn(size(x))
    | _ -> error("no such method: " + method)
    end
end

function [] = main(method : string, input : string, result : string, repetitions : int = 1)
    x : mat = load(input)
    y = zeros(0,0)
    for i = 1..repetitions
        % BLS-GSM draws white noise, the same in each run and as the result of "draws".
        seed(1)
        tic()
        y = denoised(method, x)
        printf("%.3f", toc(""))
    end
    save(result, y)
end
