% Eigenvalues of matrices that are not symmetric.
function [] = small(name : string, error : scalar)
    print name, error < 0.0005 ? " ok" : " " + num2str(error)
end
function e = residual(A : mat)
    [V, d] = eig(A)
    D = czeros(size(A,0), size(A,0))
    for i = 0..size(A,0)-1
        D[i,i] = d[i]
    end
    e = max(abs(complex(A)*V - V*D))/(1 + max(abs(A)))
end
% The companion of (x-1)(x-2)(x-3)(x-4) = x^4 - 10x^3 + 35x^2 - 50x + 24.
[V, d] = eig([[10.0,-35,50,-24],[1,0,0,0],[0,1,0,0],[0,0,1,0]])
small("roots", max(abs(real(d) - [1,2,3,4])) + max(abs(imag(d))))
% => roots ok
% A cyclic shift of 5: the fifth roots of unity.
C = circshift(eye(5), [1,0])
[V, d] = eig(C)
total = 0.0
for i = 0..4
    total += abs(d[i]^5 - 1)
end
small("roots of unity", total + residual(C))
% => roots of unity ok
small("of order", abs(d[0] - d[1] - complex(0, -2*sin(4*pi/5))))
% => of order ok
% A Jordan block: one eigenvector, three times.
small("jordan", residual([[2.0,1,0],[0,2,1],[0,0,2]]))
% => jordan ok
seed(3)
small("random", residual(randn(12,12)))
% => random ok
small("one", residual([[7.0]]))
% => one ok
small("zero", residual(zeros(3,3)))
% => zero ok
% A complex one: the diagonal of a triangle, in order. Two with the same real part go by the imaginary part.
[V, d] = eig([[2i,1,0],[0,1,5],[0,0,-3i]])
small("triangle", max(abs(d - [-3i,2i,1])))
% => triangle ok
small("complex", max(abs([[2i,1,0],[0,1,5],[0,0,-3i]]*V - V*diagm(d))))
% => complex ok
