%! features: F078
% A `qexception` has a message, a file and a line, and prints as its message.
function [] = fails(n : int)
    if n > 0
        error("bad value ", n)
    end
end
function [] = tell(prefix : string, ex : qexception)
    print prefix, ex.message, " in line ", ex.line
end
try
    fails(3)
catch ex : qexception
    print "caught ", ex
    tell("told: ", ex)
    text = "text: " + ex
    print text
    print sprintf("<%s>", ex)
    print ex.line + 1
    kept = ex
end
% => caught bad value 3
% => told: bad value 3 in line 5
% => text: bad value 3
% => <bad value 3>
% => 6
try
    error "another"
catch ex
    print kept, ", ", ex
end
% => bad value 3, another
try
    error "here"
catch ex
    name = ex.file
end
print name == ""
% => 0
