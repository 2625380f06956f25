% Parts of strings; characters count, not bytes.
s = "Größe: 12 mm"
print strlen(s), " ", upper(s), " ", lower("ABC")
% => 12 GRÖSSE: 12 MM abc
print strfind(s, "ß"), " ", strfind(s, "12"), " ", strfind(s, "x")
% => 3 7 -1
print "<", substr(s, 2, 4), ">", substr(s, 12, 0), "<", strtrim("  a b "), ">"
% => <öße:><a b>
print strrep("a-b-c", "-", ", ")
% => a, b, c
words = strsplit("one two  three")
print numel(words), words
% => 4["one","two","","three"]
print strjoin(strsplit("1,2,3", ","), " + ")
% => 1 + 2 + 3
print str2num("2.5") + str2num(" 1e2 "), " ", isnan(str2num("two"))
% => 102.5 1
print "<" + num2str(0.1) + ">", num2str([1,2])
% => <0.1>[1,2]
try
    print substr("abc", 2, 2)
catch ex
    print ex
end
% => substr: 2 characters from number 2 are not within the 3 of the text
