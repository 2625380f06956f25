function y = turned(x)
    y = x[:,size(x,1)-1..-1..0]
end
