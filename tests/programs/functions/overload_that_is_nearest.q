%! features: F124 F169
% Where no definition has the very types of the arguments, the one that is fewest steps away is called, in whatever order they
% are written: a vector is a matrix before it is a cube, an int a scalar before it is complex.
function y = array(x : ccube)
    y = "complex cube"
end
function y = array(x : cube{:})
    y = "any"
end
function y = array(x : cube)
    y = "cube"
end
function y = array(x : mat)
    y = "matrix"
end
print array([1.0,2.0]), ", ", array([1,2]), ", ", array(ones(2,2,2)), ", ", array(ones(2,2,2,2)), ", ", array(1i*ones(2,2))
% => matrix, matrix, cube, any, complex cube
function y = number(x : cscalar)
    y = "complex"
end
function y = number(x : scalar)
    y = "real"
end
print number(3), " ", number(2.5), " ", number(1i)
% => real real complex
% The listing of the manual (4.5), and its one function for all types.
function y = herm_transpose(x : cscalar)
y = conj(x)
endfunction
function y = herm_transpose(x : scalar)
y = x
endfunction
function y = herm_transpose(x : mat)
y = transpose(x)
endfunction
function y = herm_transpose(x : cmat)
y = conj(transpose(x))
endfunction
function y = by_tests(x:[scalar|cscalar|mat|cmat])
if isscalar(x)
y = conj(x)
elseif isreal(x)
y = transpose(x)
elseif iscomplex(x)
y = conj(transpose(x))
endif
endfunction
print herm_transpose(1+2i), " ", herm_transpose(2.5), " ", herm_transpose(3)
% => 1-2i 2.5 3
print herm_transpose([[1,2],[3,4]]), herm_transpose([[1i,2],[3,4-1i]])
% => [[1,3],
% =>  [2,4]][[0-1i,3-0i],
% =>  [2-0i,4+1i]]
print by_tests(1+2i), " ", by_tests(2.5), by_tests([[1.0,2],[3,4]]), by_tests([[1i,2],[3,4-1i]])
% => 1-2i 2.5[[1,3],
% =>  [2,4]][[0-1i,3-0i],
% =>  [2-0i,4+1i]]
% Reductions choose alike.
reduction (x : cscalar) -> kind(x) = "complex"
reduction (x : scalar) -> kind(x) = "real"
reduction (x : cube) -> kind(x) = "cube"
reduction (x : mat) -> kind(x) = "matrix"
print kind(3), " ", kind([1,2]), " ", kind(ones(1,1,2))
% => real matrix cube
