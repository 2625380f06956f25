n = 3
print "%d images", n %~ W0413 `%d` is a part of the text here
print "%5.2f", " of ", n %~ W0413 `%5.2f` is a part of the text here
print "100%", n
print "100 % of ", n
print "50%% sure", n
print "%d"
print "%done", n
function [] = f(x)
    if x > 1
        error("more than one: %g", x) %~ W0413 `%g` is a part of the text here
    end
    if x < 0
        error("range:negative", "less than nothing") %~ W0413 errors have no identifiers
    end
    error("range: ", x)
end
f(1)
