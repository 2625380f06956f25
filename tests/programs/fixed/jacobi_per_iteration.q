%! features: F119
%! tolerance: 1e-4
%! loop: 67 parallel
%! loop: 67 kernel script$loop67
%! loop: 67 bounds checks left: none
%! hides: loops dynamic kernel memory
%! hides: kernels dynamic kernel memory
%! emits: cuda extern "C" __global__ void script_loop67
% The loop of the post on fixed sizes as it is printed, with `jacobi` as a device function: eigenvalues and eigenvectors of a
% symmetric 3x3 matrix by rotations. All small matrices are values of the kernel, which asks for no memory.
function sweeps = __device__ jacobi(A : mat(3,3), n : int, D : vec(3), V : mat(3,3))
    B = mat(3,3)
    for i = 0..n-1
        for j = 0..n-1
            B[i,j] = A[i,j]
            V[i,j] = i == j
        end
    end
    sweeps = 0
    while sweeps < 12
        sweeps += 1
        for p = 0..n-2
            for q = p+1..n-1
                if abs(B[p,q]) > 1e-12
                    theta = (B[q,q] - B[p,p])/(2*B[p,q])
                    t = (theta < 0 ? -1.0 : 1.0)/(abs(theta) + sqrt(theta*theta + 1))
                    c = 1/sqrt(t*t + 1)
                    s = t*c
                    for k = 0..n-1
                        bkp = B[k,p]
                        bkq = B[k,q]
                        B[k,p] = c*bkp - s*bkq
                        B[k,q] = s*bkp + c*bkq
                    end
                    for k = 0..n-1
                        bpk = B[p,k]
                        bqk = B[q,k]
                        B[p,k] = c*bpk - s*bqk
                        B[q,k] = s*bpk + c*bqk
                        vkp = V[k,p]
                        vkq = V[k,q]
                        V[k,p] = c*vkp - s*vkq
                        V[k,q] = s*vkp + c*vkq
                    end
                end
            end
        end
    end
    for i = 0..n-1
        D[i] = B[i,i]
    end
end
covs = zeros(3,3,40)
icovs = zeros(3,3,40)
for i = 0..39
    covs[0,0,i] = 400 + i
    covs[1,1,i] = 300
    covs[2,2,i] = 1
    covs[0,1,i] = 10*i
    covs[1,0,i] = 10*i
end
covs[0,0,1] = 2
covs[0,1,1] = 0
covs[1,0,1] = 0
before = copy(covs)
{!parallel for}
for i=0..size(covs,2)-1
    D = vec(3)          % Type: vec3   or in parametric form vec(3)
    V = zeros(3,3)      % Type: mat3x3 or in parametric form mat(3,3)
    unused = jacobi(covs[0..2,0..2,i], 3, D, V)

    % Avoids matrices near singularities
    mineig : scalar = 100 * D[2]
    D[0] = D[0] < mineig ? mineig : D[0]
    D[1] = D[1] < mineig ? mineig : D[1]

    covs[0..2,0..2,i] = V * diagm(D) * transpose(V)

    for j=0..2
        D[j] = 1.0/D[j]
    endfor

    icovs[0..2,0..2,i] = transpose(V) * diagm(D) * V
endfor
% A diagonal matrix: eigenvalues below 100 times the last one are lifted to that, the inverse has their reciprocals.
print covs[:,:,1]
% => [[100,0,0],
% =>  [0,300,0],
% =>  [0,0,1]]
print icovs[0,0,1], " ", icovs[1,1,1], " ", icovs[2,2,1]
% => 0.01 0.00333333 1
% Where nothing is lifted the matrix is that of before, to the precision of its largest element.
print max(abs(covs[:,:,10] - before[:,:,10])) < 0.01
% => 1
% transpose(V)*diagm(1/D)*V has the determinant of the inverse.
A = before[:,:,10]
B = icovs[:,:,10]
print (A[0,0]*A[1,1] - A[0,1]*A[1,0])*A[2,2]*(B[0,0]*B[1,1] - B[0,1]*B[1,0])*B[2,2]
% => 1
%! hides: kernels needs dynamic kernel memory
%! reports: types D: vec(3), line 68
%! reports: types V: mat(3,3), line 69
