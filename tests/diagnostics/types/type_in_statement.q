%! features: F072
% A type alone is no value; the message says what is: a construction, or `typename`.
x = scalar %~ E0312 a type stands where a value is needed
y = mat[int] %~ E0312 a type stands where a value is needed
z = ivec %~ E0312 a type stands where a value is needed
print vec(4), mat[int](1,1), typename(ivec)(2)
function v : vec = f(w : ivec)
    v = w
end
print f([1,2])
print typename(sin(3)) %~ E0404 `typename` takes a type
