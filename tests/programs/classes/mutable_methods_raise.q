% A method that always raises gives nothing back; the object is as it was.
type tally : mutable class
    total : int
endtype
function [] = refuse(self : tally, k)
    error "refused ", k
    if k > 0
        self.total = k
    end
end
function [] = pass_on(self : tally, k)
    self.refuse(k + 1)
end
w = tally(total:=7)
try
    w.refuse(4)
catch ex
    print ex.message
end
try
    w.pass_on(4)
catch ex
    print ex.message
end
print w.total
% => refused 4
% => refused 5
% => 7
