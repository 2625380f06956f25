r = [1.0,2.0,3.0]
d : vec'col = r %~ E0302 vec'col
m : mat'col = ones(2,2) %~ E0110 no vector
function y = first(x : vec'col)
    y = x[0]
end
print first(r) %~ E0302 vec'col
function y = named(x : vec'row)
    y = "row"
end
function y = named(x : vec'row, n : int)
    y = "row"
end
print named(transpose(r)) %~ E0402 named
reduction (x : vec'row) -> kind(x) = "row"
print kind(r), kind(transpose(r)) %~ E0602 kind(transpose(r))
