% A value of such a class would have 10^5 numbers and more; pointers are one part each.
type c0 : class
    a : scalar
    b : scalar
end
type c1 : class
    a : c0
    b : c0
    c : c0
    d : c0
    e : c0
    f : c0
    g : c0
    h : c0
end
type c2 : class
    a : c1
    b : c1
    c : c1
    d : c1
    e : c1
    f : c1
    g : c1
    h : c1
end
type c3 : class
    a : c2
    b : c2
    c : c2
    d : c2
    e : c2
    f : c2
    g : c2
    h : c2
end
type c4 : class
    a : c3
    b : c3
    c : c3
    d : c3
    e : c3
    f : c3
    g : c3
    h : c3
end
type c5 : class
    a : c4
    b : c4
    c : c4
    d : c4
    e : c4
    f : c4
    g : c4
    h : c4
end
type c6 : class %~ E0348 a `c6` would have too many parts
    a : c5
    b : c5
    c : c5
    d : c5
    e : c5
    f : c5
    g : c5
    h : c5
end
type outer : class
    a : c6
    b : c6
end
type list : class
    next : ^list
    other : ^c5
end
