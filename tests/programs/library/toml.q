% Texts in TOML become values of the type of an example, and values become texts.
function t : string = lines(...parts : vec[string])
    t = strjoin(parts, sprintf("\n"))
end
d = tomldecode(lines("one = 1", "'t w o' = 0x1F", "three = 1_000"), dictionary[string, int]())
print d
% => {"one": 1, "t w o": 31, "three": 1000}
nested = tomldecode(lines("a.x = [1, 2]", "[b]", "[c]", "d = [3]"), dictionary[string, dictionary[string, vec]]())
print nested["a"]["x"], nested["c"]["d"], " ", numel(nested["b"]), " ", numel(tomldecode("", dictionary[string, int]()))
% => [1,2][3] 0 0

% The fields of a class; those that the text lacks keep their values, others are passed over. Dates are strings, truth a number.
type camera : class
    name : string
    width : int
    gains : vec
end
type setup : class
    title : string
    best : camera
    scale : scalar
    limits : dictionary[string, scalar]
    all : vec[camera]
    when : string
    on : int
end
start = setup(title:="none", best:=camera(name:="?", width:=640, gains:=[1.0, 1]), scale:=2.5, limits:=dictionary[string, scalar](), all:=vec[camera](0), when:="", on:=0)
text = lines("title = 'night' # of the text", "when = 1979-05-27 07:32:00z", "ignored = [true, {}]", "on = true", "limits.low = 0.25", "scale = 2", "[best]", "name = ""A""", "gains = [0.5, 1.5, inf]", "[[all]]", "name = 'x'", "[[all]]", "width = 8")
s = tomldecode(text, start)
print s.title, " ", s.best, " ", s.scale, " ", s.limits["low"], " ", s.when, " ", s.on
% => night {name: "A", width: 640, gains: [0.5,1.5,inf]} 2 0.25 1979-05-27T07:32:00Z 1
print s.all
% => [{name: "x", width: 0, gains: []},{name: "", width: 8, gains: []}]

% Values as texts: lines before tables, scalars with a point, names that need it in quotes.
print tomlencode(s)
% => title = "night"
% => scale = 2.0
% => when = "1979-05-27T07:32:00Z"
% => on = 1
% => 
% => [best]
% => name = "A"
% => width = 640
% => gains = [0.5, 1.5, inf]
% => 
% => [limits]
% => low = 0.25
% => 
% => [[all]]
% => name = "x"
% => width = 0
% => gains = []
% => 
% => [[all]]
% => name = ""
% => width = 8
% => gains = []
% => 
mixed = dictionary()
mixed["a b"] = "say ""hi"""
mixed["m"] = [[1,2],[3,4]]
mixed["none"] = 0/0.0
print strtrim(tomlencode(mixed))
% => "a b" = "say \"hi\""
% => m = [[1, 2], [3, 4]]
% => none = nan

% What is written reads back equal, from a file, too.
again = tomldecode(tomlencode(s), start)
print jsonencode(again) == jsonencode(s), " ", tomlencode(again) == tomlencode(s)
% => 1 1
path = tempfolder() + "/s.toml"
tomlwrite(path, s)
print tomlread(path, start).best, " ", fileread(path) == tomlencode(s)
% => {name: "A", width: 640, gains: [0.5,1.5,inf]} 1

% Mistakes have their line and column, and those of a file its name.
function [] = refuse(text : string)
    try
        print tomldecode(text, dictionary[string, int]())
    catch ex
        print ex
    end
end
refuse(lines("a = 1", "b ="))
% => tomldecode: line 2, column 4: a value is missing here
refuse(lines("a = 1", "a = 2"))
% => tomldecode: line 2, column 1: `a` is there already
refuse("a = yes")
% => tomldecode: line 1, column 5: this is no value: texts stand in quotes
refuse(lines("", "é = 'x"))
% => tomldecode: line 2, column 1: a name should stand here: letters, digits, `-`, `_`, or a text in quotes
refuse(lines("a = 'x", "b = 1"))
% => tomldecode: line 1, column 5: this text has no closing quote on its line
refuse(lines("a = 1", "  b = 'x'"))
% => tomldecode: line 2, column 7: a whole number is needed here, there is a text
refuse("a = 1.5")
% => tomldecode: line 1, column 5: a whole number is needed here, not 1.5
refuse("a = 3000000000")
% => tomldecode: line 1, column 5: no int holds this number; an int64 does
refuse("a = 99999999999999999999")
% => tomldecode: line 1, column 5: no int64 holds this number
refuse(lines("b = 1", "[a]"))
% => tomldecode: line 2, column 1: a whole number is needed here, there is a table
cd(tempfolder())
filewrite("s.toml", lines("a = 1", "[b"))
function [] = refuse_file(path : string)
    try
        print tomlread(path, dictionary[string, int]())
    catch ex
        print ex
    end
end
refuse_file("s.toml")
% => cannot read 's.toml': line 2, column 3: a `]` should stand here
filewrite("s.toml", "a = 2.5")
refuse_file("s.toml")
% => cannot read 's.toml': line 1, column 5: a whole number is needed here, not 2.5
refuse_file("none.toml")
% => cannot read 'none.toml': there is no such file here or in QUASAR_DATA
