%! features: F193 F194
function y = deep(n)
    x = zeros(100)
    if n == 0
        error "bottom"
    end
    y = deep(n-1) + x[0]
end
try
    print deep(3)
catch ex
    print ex
end
% => bottom
try
    y = imread("nowhere.png")
catch ex
    print "no picture"
end
% => no picture
