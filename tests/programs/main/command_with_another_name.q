% A command may have another name than its function; its parameters are its own, whatever those of others are called.
%! args: list-all 4
function [] = first(n : int = 9, m : int = n + 1)
    {!command}
    print "first ", n, m
end
function [] = second(m : int, n : int = m*2)
    {!command name="list-all"}
    print "second ", m, n
end
% => second 48
