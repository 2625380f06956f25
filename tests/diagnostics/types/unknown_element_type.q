% A type that no one has defined within a type.
print type([1,2], "vec[Tests]") %~ E0205 there is no type `vec[Tests]`
