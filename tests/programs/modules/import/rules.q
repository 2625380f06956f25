% A module with a rule for what it defines.
function y = plain(x)
    y = x
end
function y = before(x)
    y = plain(x)
end
reduction (x) -> plain(x) = marked(x)
function y = marked(x)
    print "marked"
    y = x
end
function y = after(x)
    y = plain(x)
end
