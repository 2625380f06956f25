%! features: F197 F020
%! tolerance: 1e-3
% The listing of the CUDA guide with its ends: colours of full saturation at multiples of 60 degrees, on the host, in a kernel and
% through another device function.
function y = __device__ hsv2rgb (c : vec3)
    h = int(c[0] * 6.0)
    f = frac(c[0] * 6.0)
    v = 255.0 * c[2]
    p = v * (1 - c[1])
    q = v * (1 - f * c[1])
    t = v * (1 - (1 - f) * c[1])
    match h with
    | 0 -> y = [v, t, p]
    | 1 -> y = [q, v, p]
    | 2 -> y = [p, v, t]
    | 3 -> y = [p, q, v]
    | 4 -> y = [t, p, v]
    | _ -> y = [v, p, q]
    endmatch
endfunction
function y = __device__ grey(c : vec3)
    y = sum(hsv2rgb(c))/3
end
print hsv2rgb([0,1,1]), hsv2rgb([0.75,0.5,0.5])
% => [255,0,0][95.625,63.75,127.5]
x = zeros(6,3)
for k = 0..5
    x[k,0..2] = [(k + 0.5)/6, 1, 1]
end
y = zeros(6,3)
g = zeros(6)
parallel_do(6, __kernel__ (pos : int) -> y[pos,0..2] = hsv2rgb(x[pos,0..2]))
parallel_do(6, __kernel__ (pos : int) -> g[pos] = grey(x[pos,0..2]))
% Half way between two of the colours: one channel at 255, one at half of it.
print y
% => [[255,127.5,0],
% =>  [127.5,255,0],
% =>  [0,255,127.5],
% =>  [0,127.5,255],
% =>  [127.5,0,255],
% =>  [255,0,127.5]]
print g[0], " ", grey([0,1,1])
% => 127.5 85
