%! features: F158
% With a text `toc` gives the milliseconds since `tic`: at least those that the program has waited for, and never fewer later.
tic()
rounds = 0
while toc("") < 25
    rounds += 1
end
first = toc("")
second = toc("")
print first >= 25 && first <= second && second < 60000
% => 1
tic()
print toc("") >= 0 && rounds > 0
% => 1
