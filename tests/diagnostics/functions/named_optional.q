%! features: F130 F128
function y = func2(x = eye(4), y = [[1,2],[3,4]])
    y = sum(x) + sum(y)
endfunction
function y = needed(a, b = 2)
    y = a + b
endfunction
print func2(z:=4) %~ E0403 `func2` has no parameter `z`
print func2(x:=1, x:=2) %~ E0403 `x` is given twice
print needed(b:=3) %~ E0401
print func2(1, 2, 3) %~ E0401
