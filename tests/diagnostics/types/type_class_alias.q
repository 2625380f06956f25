type AllInt : [int|int8|uint8]
reduction (x : AllInt) -> kind(x) = "integer"
function y = doubled(x : AllInt)
    y = 2*x
end
print doubled("a") %~ E0301 string
print kind(2.5) %~ E0602 kind(2.5)
