%! reduction: Applied reduction plain(3) -> marked(3)
%! reduction: Result after 1 reduction: print(marked(3))
%! reduction: Applied reduction late(2) -> 20
%! reduction: Result after 1 reduction: print(20)
%! reduction: Applied reduction plain(x) -> marked(x)
%! reduction: Result after 1 reduction: marked(x)
% A rule holds from its definition on, also in the files that import it. (The log tells of the program file first.)
import "../modules/import/rules.q"
print before(1)
% => 1
print after(2)
% => marked
% => 2
print plain(3)
% => marked
% => 3
function y = late(x)
    y = x
end
print late(2)
% => 2
reduction (x) -> late(2) = 20
print late(2)
% => 20
