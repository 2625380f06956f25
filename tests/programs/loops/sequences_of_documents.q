%! features: F235
%! loop: 9 parallel
%! structure: kernel 2
%! hides: loops memory
% Sequences with constant bounds, as the manual writes them (17.1.1): A[0..4,2] and B[3,4,0..2] are small vectors, in registers.
function [] = main(n : int = 6)
    [A, B] = [ones(5,n), 2*ones(n,n,3)]
    y = zeros(n)
    for k = 0..n-1
        c = A[0..4,2]
        y[k] = c[4]*k + sum(B[3,4,0..2])
    end
    print y
    % => [6,7,8,9,10,11]
end
