for i = 0..3
    z = i + missing %~ E0201 missing
end
print missing
function [] = other()
    print missing %~ E0201 missing
end
other()
