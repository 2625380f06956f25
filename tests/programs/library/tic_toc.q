%! features: F158
tic()
x = 0
for k = 0..1000
    x += k
end
ms = toc("")
print ms >= 0 && ms < 60000
% => 1
