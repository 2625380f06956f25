%! features: F162
%! reduction: Applied reduction kind(1.5) -> "real"
%! reduction: Applied reduction kind(2) -> "real"
%! reduction: Applied reduction kind(2.0j) -> "complex"
%! reduction: Applied reduction kind(ones(2, 2)) -> "real"
%! reduction: Applied reduction kind(complex(ones(2, 2))) -> "complex"
%! reduction: Result after 5 reductions: print("real", "real", "complex", "real", "complex")
% One rule for several types. The numbers are of a type of the class exactly, the matrices are cubes among others.
type RealNumber : [scalar|cube|int]
type ComplexNumber : [cscalar|ccube]
reduction (x : RealNumber) -> kind(x) = "real"
reduction (x : ComplexNumber) -> kind(x) = "complex"
print kind(1.5), kind(2), kind(2j), kind(ones(2,2)), kind(complex(ones(2,2)))
% => realrealcomplexrealcomplex
