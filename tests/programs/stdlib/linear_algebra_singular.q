% Determinants of singular matrices, and their inverses.
import "linalg.q"
print isnan(logdet([[0,1],[1,0]])), isinf(logdet([[1,2],[2,4]])), " ", det([[1,2],[2,4]])
% => 11 0
try
    print inv([[1,2],[2,4]])
catch ex
    print ex
end
% => inv: the matrix is singular
