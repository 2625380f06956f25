hsv2rgb = __device__ (c : vec3) -> (
    h = int(c[0] * 6.0);
    f = frac(c[0] * 6.0);
    v = 255.0 * c[2];
    p = v * (1 - c[1]); q = v * (1 - f * c[1]); t = v * (1 - (1 - f) * c[1]);
    h == 0 ? [v, t, p] : h == 1 ? [q, v, p] : [p, v, t];)

function y = __device__ hsv2rgb_match(c : vec3)
    h = int(c[0] * 6.0)
    f = frac(c[0] * 6.0)
    v = 255.0 * c[2]
    [p, q, t] = v .* (1 - c[1].*[1, f, 1-f])
    match h with
    | 0 -> y = [v, t, p]
    | 1 -> y = [q, v, p]
    | 2 -> y = [p, v, t]
    | 3 -> y = [p, q, v]
    | 4 -> y = [t, p, v]
    | _ -> y = [v, p, q]
    end
end

im = zeros(64, 64, 3)
parallel_do(size(im,0..1), __kernel__ (pos : ivec2) -> im[...pos, 0..2] = hsv2rgb_match([pos[0]/64, 1, pos[1]/64]))
