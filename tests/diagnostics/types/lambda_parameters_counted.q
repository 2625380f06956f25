f : [(scalar, scalar) -> scalar] = x -> x %~ E0401 a lambda with 1 parameter where the type says 2
g : [scalar -> scalar] = (x, y) -> x %~ E0401 a lambda with 2 parameters where the type says 1
