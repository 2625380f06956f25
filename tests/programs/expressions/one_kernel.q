%! features: F238
%! structure: kernel 1, launch 1
%! loop: 8 kernel script$loop8
%! emits: mir kernel script$loop8(%0: [f32], %1: [f32], %2: [f32], %t: f32, %4: [f32])
% A chain of element-wise operations is one kernel, launched once, without an array for A.*X or A.*X+Y. What is the same for
% all elements, the number t, is a parameter of the kernel.
function Z = f(A : mat, X : mat, Y : mat, t : scalar)
    Z = A.*X + Y + t
end
function [] = main(n : int = 80, t : scalar = 4)
    A = zeros(n, n)
    X = zeros(n, n)
    Y = zeros(n, n)
    {!serial for}
    for i = 0..n-1
        A[i,:] = i
        X[:,i] = i
        Y[i,i] = 100
    end
    Z = f(A, X, Y, t)
    % Z[i,j] = i*j + t, and 100 more where i = j.
    print Z[0,0], " ", Z[3,5], " ", Z[7,7], " ", Z[n-1,n-2]
    % => 104 19 153 6166
end
