%! features: F214
%! loop: 5 parallel, 2 dimensions
function y = blur(x : mat'mirror)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            s = 0.0
            for a = -1..1
                for b = -1..1
                    s += x[i+a,j+b]
                end
            end
            y[i,j] = s
        end
    end
end
function [] = main(n : int = 4)
    x = zeros(n,n)
    x[0,0] = 1
    x[2,2] = 10
    y = blur(x)
    % At the corner the impulse is seen four times through the mirror.
    print y[0,0], " ", y[0,1], " ", y[1,1], " ", y[3,3]
    % => 4 2 11 10
end
