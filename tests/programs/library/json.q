% Texts in JSON become values of the type of an example, and values become texts.
print jsondecode("3", 0), " ", jsondecode(" -2.5e1 ", 0.5), " ", jsondecode("true", 0), " ", jsondecode("null", 0.5)
% => 3 -25 1 nan
print jsondecode("""a\n\u0041\\""", "")
% => a
% => A\
print jsondecode("9007199254740993", int64(0)), " ", jsondecode("[]", vec(0)), " ", jsondecode("[1, 2.5, 3]", vec(0))
% => 9007199254740993 [] [1,2.5,3]
print jsondecode("[1, 2]", vec[int](0)), " ", jsondecode("[[1, 2], [3, 4]]", mat(0,0)), " ", jsondecode("[""a"", ""b""]", vec[string](0))
% => [1,2] [[1,2],
% =>  [3,4]] ["a","b"]
d = jsondecode("{""one"": 1, ""two"": 2, ""one"": 3}", dictionary[string, int]())
print d
% => {"one": 3, "two": 2}
nested = jsondecode("{""a"": {""x"": [1, 2]}, ""b"": {}}", dictionary[string, dictionary[string, vec]]())
print nested["a"]["x"], " ", numel(nested["b"])
% => [1,2] 0

% The fields of a class; those that the text lacks keep their values, others are passed over.
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
end
start = setup(title:="none", best:=camera(name:="?", width:=640, gains:=[1.0, 1]), scale:=2.5, limits:=dictionary[string, scalar]())
text = "{""title"": ""night"", ""ignored"": [true, {}], ""best"": {""name"": ""A"", ""gains"": [0.5, 1.5, 2]}, ""limits"": {""low"": 0.25}}"
s = jsondecode(text, start)
print s.title, " ", s.best, " ", s.scale, " ", s.limits
% => night {name: "A", width: 640, gains: [0.5,1.5,2]} 2.5 {"low": 0.25}

% Vectors of a class.
type point : class
    x : int
    y : int
end
points = jsondecode("[{""x"": 1, ""y"": 2}, {""y"": 5}]", vec[point](0))
print numel(points), " ", points[0], " ", points[1]
% => 2 {x: 1, y: 2} {x: 0, y: 5}

% Values as texts.
print jsonencode(3), jsonencode(2.5), " ", jsonencode("say ""hi"""), " ", jsonencode(0/0.0)
% => 32.5 "say \"hi\"" null
print jsonencode([1, 2.5]), jsonencode([1, 2]), jsonencode([[1, 2], [3, 4]]), jsonencode(["a", "b"]), jsonencode(vec(0))
% => [1,2.5][1,2][[1,2],[3,4]]["a","b"][]
print jsonencode(d), " ", jsonencode(dictionary(1, "x"))
% => {"one":3,"two":2} {"1":"x"}
print jsonencode(s)
% => {"title":"night","best":{"name":"A","width":640,"gains":[0.5,1.5,2]},"scale":2.5,"limits":{"low":0.25}}
print jsonencode(points)
% => [{"x":1,"y":2},{"x":0,"y":5}]
mixed = dictionary()
mixed["name"] = "Ann"
mixed["age"] = 41
mixed["scores"] = [1.5, 2]
print jsonencode(mixed), " ", jsonencode({1, "a"})
% => {"name":"Ann","age":41,"scores":[1.5,2]} [1,"a"]

% What is written reads back equal.
again = jsondecode(jsonencode(s), start)
print again.best, " ", again.limits == s.limits
% => {name: "A", width: 640, gains: [0.5,1.5,2]} 1

% Mistakes in the text have their line and column.
function [] = refuse(text : string)
    try
        print jsondecode(text, dictionary[string, int]())
    catch ex
        print ex
    end
end
refuse("{""a"": 1,")
% => jsondecode: line 1, column 9: a name in double quotes should stand here
refuse("{""a"": ""text""}")
% => jsondecode: line 1, column 7: a whole number is needed here, there is a text
refuse("[1]")
% => jsondecode: line 1, column 1: an object is needed here, there is an array
refuse("{""a"": 1.5}")
% => jsondecode: line 1, column 7: a whole number is needed here, not 1.5
refuse("{""a"": 3000000000}")
% => jsondecode: line 1, column 7: no int holds this number; an int64 does
try
    print jsondecode("[[1, 2], [3]]", mat(0,0))
catch ex
    print ex
end
% => jsondecode: line 1, column 10: the rows have different lengths
