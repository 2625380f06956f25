% A key's value cannot need the keys that it is one of, by itself or around a circle.
type e : enum
    a = e.b %~ E0313 this must be an int that is known at compile time
    b
end
type f : enum
    c = g.d %~ E0313 this must be an int that is known at compile time
end
type g : enum
    d = f.c %~ E0313 this must be an int that is known at compile time
end
print e.b, f.c
