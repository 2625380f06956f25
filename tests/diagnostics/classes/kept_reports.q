% What the definition of a type reports is told also where the code that reads the type first is walked again.
type point : class
    x : scalar
    y : cos %~ E0205 cos
end
type colour : enum
    red, green
    red %~ E0343 red
end
start = point()
settings = object()
settings.title = "settings"
settings.title = 3
for k = 0..3
    a = colour.red
end
print start.x, settings.title
