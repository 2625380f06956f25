%! features: F242
%! structure: launch 7
%! loop: 19 parallel
%! loop: 24 parallel, 2 dimensions
%! loop: 28 parallel, 2 dimensions
%! loop: 32 parallel
%! loop: 36 `sum` is combined by add
%! loop: 41 parallel
% Slices within an expression are read where they lie: one kernel each, no copies.
function [] = main(n : int = 64)
    [A, B, C, D] = [ones(n, n), zeros(n, n), zeros(n, n), zeros(n, n, 3)]
    {!serial for}
    for i = 0..n-1
        B[i,:] = i
        C[:,i] = i
        D[i,:,2] = 1000*i
    end
    % At (i,j): 1 + i*j + 1000*i.
    Z = A + B.*C + D[:,:,2]
    print Z[0,0], " ", Z[3,5], " ", Z[63,63]
    % => 1 3016 66970

    % At (i,j): i + (14+j)*(10+i).
    W = B[0..49,0..49] + C[2..51,14..63].*B[10..59,0..49]
    print size(W), W[0,0], " ", W[49,49], " ", W[3,7]
    % => [50,50]140 3766 276
    % With steps, the second one backwards: 2*i + 1 - (63 - 2*j).
    V = B[1..2..n-1,:] - C[0..31,n-1..-1..0]
    print size(V), V[0,0], " ", V[31,0], " ", V[4,63]
    % => [32,64]-62 0 9
    % A row and a row of a plane: j + 1000*9.
    r = C[7,:] + D[9,:,2]
    print size(r), r[0], " ", r[63]
    % => [1,64]9000 9063
    % Over 62 rows and 3 columns: 0 + 1 + ... + 61 three times.
    print sum(A[2..n-1,1..3].*B[0..n-3,4..6])
    % => 5673
    % The elements one after the other, as a vector: differences of neighbours, 0 within a row of B, 1 from row to row.
    v = C[n*n-9..n*n-1] - C[0..8]
    print v
    d = C[1..n*n-1] - C[0..n*n-2]
    print numel(d), " ", d[0], " ", d[63], " ", max(d)
    % => [55,55,55,55,55,55,55,55,55]
    % => 4095 1 -63 1
end
