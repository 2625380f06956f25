{!export} %~ W0625 `export` has no effect here
function y = twice(x : scalar)
    y = 2*x
end
{!command} %~ W0625 `command` has no effect here
function [] = go(n : int)
    print n
end
print twice(3)
go(4)
