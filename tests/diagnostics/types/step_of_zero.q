for k = 0..0..5 %~ E0319 the step of this range is 0
    print k
end
x = 5..0..1 %~ E0319 the step of this range is 0
