type particle : class
    place : vec2
    mass : scalar
end
p = particle(place:=[1.0,2.0], mass:=1.0)
p.place = 0 %~ E0301 the value
ps = vec[particle](6)
ps[0].place = 1 %~ E0301 the value
p.place = [3,4]
ps[1].place = [5,6]
print p, ps[1]
