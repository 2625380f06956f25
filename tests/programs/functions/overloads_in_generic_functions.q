% The generic names of an overload are its own: `N` of `kind` is no `N` of the generic function that calls it, though both have the name.
function y = kind[N](x : vec(N))
    y = "vector"
end
function y = kind(x : scalar)
    y = "number"
end
function y = outer[N](x : vec(N))
    longer = zeros(2*N+1)
    y = strcat(kind(longer), " beside ", kind(x), " and ", kind(x[0]))
end
print outer([1.0,2.0])
% => vector beside vector and number
print outer([1.0,2.0,3.0])
% => vector beside vector and number
