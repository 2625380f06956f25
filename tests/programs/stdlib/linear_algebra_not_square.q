% What the functions refuse.
import "linalg.q"
try
    print chol([[1,2],[2,1]])
catch ex
    print ex
end
% => chol: the matrix is not positive definite
try
    print lsolve([[1,2],[2,4]], [1,2])
catch ex
    print ex
end
% => lsolve: the matrix is singular
try
    print lsolve([[1,2],[2,1]], [1,2,3])
catch ex
    print ex
end
% => lsolve: the matrix has 2 rows, the right side has 3
try
    print chol([[1,2,3],[2,1,0]])
catch ex
    print ex
end
% => chol: the matrix must be square, it is 2×3
