reduction (x : mat) -> real(x) = x where $ftype("__somewhere__")
print real(ones(2,2)) %~ E0404 `$ftype` takes
