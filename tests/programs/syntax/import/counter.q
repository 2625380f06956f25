print "counter loads"
function y = total()
    y = 11
end
