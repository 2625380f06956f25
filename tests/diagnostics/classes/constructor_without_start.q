type action : class
    n : int
    run : [scalar -> scalar]
endtype
a = action() %~ E0341 `action()` has no function for `run`
