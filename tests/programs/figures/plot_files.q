%! features: F374 F141
%! stderr: figure 1: figure-1.svg
% Any number of curves in one call: y alone, x and y, styles behind them or not. The file is SVG: a polyline with two pixels for each line.
function n = occurrences(path : string, text : string)
    f = fopen(path)
    n = 0
    while !feof(f)
        if strfind(fgets(f), text) >= 0
            n += 1
        end
    end
    fclose(f)
end

x = 0..10
print plot(x, x, "r", x, 10-x, "b--", [0,5,10])
print occurrences("figure-1.svg", "stroke-width=""2""")
print occurrences("figure-1.svg", "stroke=""#d62728"""), occurrences("figure-1.svg", "stroke-dasharray")
% => 1
% => 3
% => 11
% 0 to 10 in both directions: the curve is the diagonal of the frame.
print occurrences("figure-1.svg", "76.00,424.00 130.40,385.60")
% => 1
title("Lines & <more>")
xlabel("time")
ylabel("value")
legend("up", "down")
print occurrences("figure-1.svg", ">Lines &amp; &lt;more&gt;</text>"), occurrences("figure-1.svg", ">time<")
print occurrences("figure-1.svg", "rotate(-90"), occurrences("figure-1.svg", ">down<")
% => 11
% => 11
% Another figure; marks are drawn at each point. Held, the next curve comes to it.
print scatter([1,2,3], [4,5,6])
print occurrences("figure-2.svg", "<circle")
% => 2
% => 3
hold("on")
print plot([1,3], [4,6], "k:")
print occurrences("figure-2.svg", "<circle"), occurrences("figure-2.svg", "2 4")
% => 2
% => 31
hold("off")
% Limits: the points outside are not drawn.
plot([0,1,2,3], [0,1,2,3], "o")
xlim(0.5, 2.5)
ylim([0, 4])
print occurrences("figure-3.svg", "<circle")
% => 2
