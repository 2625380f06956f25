% `regexp` and `regexprep`: places count characters from 0.
s = "é12, b3;c"
print regexp(s, "\d+"), regexp(s, "[0-9]+", "match"), regexp(s, "\d+", "split")
% => [1,6]["12","3"]["é",", b",";c"]
print regexp(s, "\d+", "match", "once"), " ", regexp(s, "\d+", "start", "once"), " ", regexp(s, "x", "start", "once")
% => 12 1 -1
print regexp_split("a, b;c", "[,;] *")
% => ["a","b","c"]
print numel(regexp(s, "x", "match")), " [", regexp(s, "x", "match", "once"), "] ", regexp(s, "x", "split")
% => 0 [] ["é12, b3;c"]

% Groups: those of each match, by number and by name.
pairs = regexp("x=1, y=, z=3", "(\w)=(\d)?", "tokens")
print numel(pairs), " ", pairs[0], pairs[1], pairs[2]
% => 3 ["x","1"]["y",""]["z","3"]
print regexp("a-b", "[a-z]", "tokens")[1], " ", regexp("k: v", "(\w+): (\w+)", "tokens", "once")
% => ["b"] ["k","v"]
date = regexp("on 2026-11-29", "(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)", "names")
print date["day"], " ", date["month"], " ", date["year"], " ", isKey(date, "hour")
% => 29 11 2026 0
print numel(regexp("nothing", "(?<year>\d{4})", "names"))
% => 0

% Replacements.
print regexprep("ab cd", "(\w)(\w)", "$2$1"), " ", regexprep("a.b", "\.", "$$"), " ", regexprep("aaa", "a", "[$0]")
% => ba dc a$b [a][a][a]
print regexprep("Hello", "(?i)h", "J"), " ", regexprep("x1", "(?<d>\d)", "${d}0"), " ", regexprep("abc", "x*", "-")
% => Jello x10 -a-b-c-

% A pattern that the program makes; one that is none is an error.
function y = found(pattern : string)
    try
        y = numel(regexp("(a) b", pattern, "match"))
    catch ex
        print "no pattern"
        y = -1
    end
end
print found("\w"), " ", found("(" + "a"), " ", found("\(")
% => no pattern
% => 2 -1 1

% The time does not grow with what a pattern might mean.
long = "a"
for k = 1..10
    long = long + long
end
print numel(regexp(long, "(a*)*b", "match"))
% => 0
