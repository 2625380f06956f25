s = "1+2"
print eval(s)        %~ E0404 constant text
print eval()         %~ E0401 constant text
print eval("nobody(3)") %~ E0204 unknown function `nobody`
print new(3)         %~ E0404 `new` takes a type
print new(int, 3)    %~ E0401 `new` takes one type
function [] = __kernel__ k(x : vec, pos : int)
    error("at ", pos) %~ E0503 constant text
end
parallel_do(3, zeros(3), k)
