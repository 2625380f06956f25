% `c ? f() : []` with a function that gives nothing is a choice between acting and not.
function [] = told(text : string)
    print text
end
for k = 0..2
    k == 1 ? told("one") : []
    k > 1 ? told("many") : told("few")
end
% => few
% => one
% => few
% => many
state = object()
state.is_on = false
act = () -> state.is_on ? told("on") : []
act()
state.is_on = true
act()
% => on
n = 2
n == 2 ? [] : told("not reached")
