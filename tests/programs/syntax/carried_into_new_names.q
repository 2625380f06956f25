%! features: F017
% What the last round of a loop set may be read above its place: by names that have a value before the loop, and by names that first
% appear in it, of every kind of type. A script's own variables that functions read are no exception (a function has their values as they
% were where it is defined).
s = 0
last = 0
count = 0
function [] = show()
    print s, last
end
for k = 0..3
    if k > 0
        s = s + t
        last = t
        fresh = t
        count = count + fresh
    end
    t = k
end
show()
% => 00
print s, last
% => 32
print count
% => 3

function [text, total, row, pair] = lags(n : int)
    text = ""
    total = 0.5
    row = [0, 0, 0]
    pair = {}
    for k = 0..n-1
        if k > 0
            text = text + word
            total = total + amount
            row = row + values
            pair = {before, word}
            copy = values
            values = copy * 2
        end
        before = k
        word = sprintf("<%d>", k)
        amount = k * 0.25
        values = [k, k + 1, k + 2]
    end
end

[text, total, row, pair] = lags(4)
print text
% => <0><1><2>
print total
% => 1.25
print row
% => [3,6,9]
print pair[0], pair[1]
% => 2<2>

k = 0
while k < 6
    if k >= 2
        older = newer
        print older
        % => 1
        % => 2
        % => 3
        % => 4
    end
    newer = k
    k += 1
end

try
    for i = 0..2
        seen = never
        print "read"
        if i > 4
            never = i
        end
    end
catch ex
    print ex
    % => the variable 'never' has no value here
end
