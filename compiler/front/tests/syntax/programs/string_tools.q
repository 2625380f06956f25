function s = join(items : vec[string], separator : string = ", ")
    s = ""
    for k = 0..numel(items)-1
        s = s + (k > 0 ? separator : "") + items[k]
    end
end
function y = quote(s) y = """" + s + """" end
names : vec[string] = {"ä", "quoted ""x""", "C:\path\", ""}
print join(names, "; "), quote(sprintf("%5.2f|%-8s|%%", 3.14159, "ab"))
print("a" + 1 + 2.5 + [1,2])
if strlen(join(names)) ~= 0
    print "not empty"
end
