%! features: F097 F103
% The manual (3.3): the sizes of parameters are checked by the compiler or by the runtime. Here only the running program
% knows them: generic sizes come from the first argument that gives them, the other sizes are compared.
function y = interleaved[N](x : vec(N), both : vec(2*N))
    y = 0.0
    for k = 0..N-1
        y += x[k]*(both[2*k] + both[2*k+1])
    end
end
function y = product[M,N](A : mat(M,N), b : vec(N))
    y = zeros(M)
    for i = 0..M-1
        for j = 0..N-1
            y[i] += A[i,j]*b[j]
        end
    end
end
function y = radius[N](mask : vec(2*N+1))
    y = N
end
function y = channels(x : cube(:,:,n), n : int)
    y = sum(x)/n
end
function y = __device__ last[N](x : vec(N), both : vec(2*N))
    y = both[2*N-1] + x[N-1]
end
function [] = main(n : int = 3)
    print interleaved(ones(n), ones(2*n)), " ", product(ones(n,2*n), ones(2*n)), " ", radius(zeros(2*n+1))
    % => 6 [6,6,6] 3
    print channels(ones(2,2,n), n), " ", last(ones(n), ones(2*n))
    % => 4 2
    print interleaved([1,2], ones(2*n-2)), " ", radius(zeros(1, 2*n+1))
    % => 6 3
    try
        print interleaved(ones(n), ones(n))
    catch ex
        print ex
    end
    % => 'interleaved': the extent of 'both' is 3, not 2*N = 6
    try
        print product(ones(n,n), ones(2*n))
    catch ex
        print ex
    end
    % => 'product': the extent of 'b' is 6, not N = 3
    try
        print radius(zeros(n+1))
    catch ex
        print ex
    end
    % => 'radius': the extent of 'mask' is 4, not 2*N+1 = 3
    try
        print channels(zeros(2,2,n), n+1)
    catch ex
        print ex
    end
    % => 'channels': the extent in dimension 2 of 'x' is 3, not n = 4
    try
        print last(ones(n), ones(n))
    catch ex
        print ex
    end
    % => 'last': the extent of 'both' is not 2*N
    N = 2
    print interleaved(ones(n), ones(2*n))
    % => 6
end
