% `{!private}` stands before what it keeps.
function y = half(x)
    {!private} %~ W0625 `private` has no effect here
    y = x/2
end
{!private} %~ W0625 `private` has no effect here
print half(2)
