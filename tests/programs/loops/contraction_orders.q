% Sums of products in several orders of their loops, with whole numbers: every order gives the same.
function y = sum_inside(f : cube, x : cube)
    y = zeros(size(x,0), size(f,2))
    for i = 0..size(x,0)-1
        for k = 0..size(f,2)-1
            s = 0.0
            for c = 0..size(x,1)-1
                for p = 0..size(x,2)-1
                    s += f[c,p,k]*x[i,c,p]
                end
            end
            y[i,k] = s
        end
    end
end
function y = channels_inside(f : cube, x : cube)
    y = zeros(size(x,0), size(f,2))
    for i = 0..size(x,0)-1
        for c = 0..size(x,1)-1
            for p = 0..size(x,2)-1
                for k = 0..size(f,2)-1
                    y[i,k] += f[c,p,k]*x[i,c,p]
                end
            end
        end
    end
end
function y = window_outside(f : cube, x : cube)
    y = zeros(size(x,0), size(f,2))
    for p = 0..size(x,2)-1
        for c = 0..size(x,1)-1
            for i = 0..size(x,0)-1
                for k = 0..size(f,2)-1
                    y[i,k] += f[c,p,k]*x[i,c,p]
                end
            end
        end
    end
end
% Into an array of the caller, which may be one of the operands.
function [] = add_product(c : mat, a : mat, b : mat)
    for i = 0..size(a,0)-1
        for k = 0..size(a,1)-1
            for j = 0..size(b,1)-1
                c[i,j] += a[i,k]*b[k,j]
            end
        end
    end
end
function [] = main()
    counts = [[1,1,1,1],[3,5,2,4],[40,7,3,33],[5,1,9,17]]
    for t = 0..size(counts,0)-1
        f = zeros(counts[t,1], counts[t,2], counts[t,3])
        x = zeros(counts[t,0], counts[t,1], counts[t,2])
        for c = 0..counts[t,1]-1
            for p = 0..counts[t,2]-1
                for k = 0..counts[t,3]-1
                    f[c,p,k] = mod(3*c + 5*p + 7*k, 11) - 5
                end
                for i = 0..counts[t,0]-1
                    x[i,c,p] = mod(2*i + 3*c + p, 7) - 3
                end
            end
        end
        y = sum_inside(f, x)
        print sum(y), " ", y[0,0], " ", y[counts[t,0]-1,counts[t,3]-1], " ", max(abs(y - channels_inside(f, x))), max(abs(y - window_outside(f, x)))
    end
    m = zeros(4, 4)
    for i = 0..3
        for j = 0..3
            m[i,j] = mod(3*i + j, 4)
        end
    end
    c = ones(4, 4)
    add_product(c, m, m)
    print c
    p = [[0.0,1.0,0.0],[0.0,0.0,1.0],[1.0,0.0,1.0]]
    add_product(p, p, p)
    print p
end
% => 15 15 15 00
% => 23 27 36 00
% => 0 29 -67 00
% => -1 24 -22 00
% => [[11,13,11,5],
% =>  [5,11,13,11],
% =>  [11,5,11,13],
% =>  [13,11,5,11]]
% => [[1,1,2],
% =>  [1,0,2],
% =>  [40,20,90]]
