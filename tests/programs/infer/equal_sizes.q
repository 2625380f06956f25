%! features: F245 F246
% An array made with the sizes of another has these sizes: kernels over them need no check and run over one dimension.
function output = brighten(image : cube)
    output = zeros(size(image))
    function [] = __kernel__ k(image : cube, output : cube, pos : ivec3)
        output[pos] = image[pos] * 2
    end
    parallel_do(size(output), image, output, k)
end
function z = addup(x : mat, y : mat)
    z = zeros(size(x))
    assert(size(z) == size(y))
    for m = 0..size(z,0)-1
        for n = 0..size(z,1)-1
            z[m,n] = x[m,n] + y[m,n]
        end
    end
end
function [] = main(n : int = 50)
    a = ones(n,n+1,3)
    print sum(brighten(a))
    % => 15300
    print sum(addup(a[:,:,0], ones(n,n+1)))
    % => 5100
end
%! loop: 13 parallel, 2 dimensions
%! emits: mir at [v0] from written
%! emits: mir at [v0] from loop
%! omits: mir ] checked
%! omits: cuda (!q_inside(i0
%! omits: cuda launch.extents[1]
