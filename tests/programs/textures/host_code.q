%! features: F303
% Host code, device functions and loops read textures in the same way.
function y = __device__ blend(t : mat'hwtex_linear'clamped, p : vec2)
    y = t[p]
end
function [] = main()
    x : mat'hwtex_linear'clamped = [[0, 4], [8, 16]]
    print x[0.5, 0.5], x[1, 0], x[0, 7.5]
    % => 784
    y = zeros(3, 3)
    for m = 0..2
        for n = 0..2
            y[m,n] = x[0.5*m, 0.5*n]
        end
    end
    print y
    % => [[0,2,4],
    % =>  [4,7,10],
    % =>  [8,12,16]]
    z = zeros(4)
    for k = 0..3
        z[k] = blend(x, [0.25*k, 0])
    end
    print z
    % => [0,2,4,6]
    % A small array, whose elements may be in registers.
    small : vec(3)'hwtex_linear'safe = [1, 3, 9]
    print small[0.5], small[2.5]
    % => 24.5
end
