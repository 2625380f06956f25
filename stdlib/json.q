% Module: json
% Values from texts in JSON, and texts of values: a program that names `jsondecode` or `jsonencode` has them without an import.
{!doc category="Files"}

% A text in JSON with its nodes: five ints each, which are what it is, where it begins and ends, the node behind it, and how many elements or
% entries it has; of a number, whether it is whole.
type json_document : class
    text : string
    nodes : vec[int]
    % What its mistakes are told of.
    source : string
    % What objects are called in it.
    objects : string
    % Where it was written from another text: the line and column there of each node.
    places : vec[int]
endtype

% Function: jsondecode
% The value of a text in JSON. A value of its type stands behind the text: a number, a string, a vector or matrix, a dictionary with strings as
% keys, or a class, whose fields are the names of an object. What the text does not have stays as it is there; what no field has is passed over.
%
% Parameters:
% text - a text in JSON
% like - a value of the type that is wanted
% > sum(jsondecode("[1, 2, 3]", vec(0))) == 6
% > d = jsondecode("{""a"": 1}", dictionary[string, int]()); d["a"] == 1
function y = jsondecode(text : string, like)
    doc = json_document(text:=text, nodes:=json_parse(text), source:="jsondecode", objects:="an object", places:=vec[int](0))
    y = json_value(doc, 0, like)
end

% Function: jsonencode
% A value as a text in JSON: numbers, strings, vectors, matrices, dictionaries, cells, and classes, whose fields become the names of an object.
% A number that is not finite becomes null.
%
% Parameters:
% value - a value
% > jsonencode([1, 2.5]) == "[1,2.5]"
function t : string = jsonencode(value)
    t = json_text(value, 0)
end

% The text of a value; where it becomes one in TOML, all scalars have a point, and those that are not finite read back equal.
function t : string = json_text(value, for_toml)
    % The checker calls the function for the type of the value.
    t = json_entry("", value, for_toml)
end

function t : string = json_of_text(value : string, for_toml)
    t = json_quote(value)
end
function t : string = json_of_integer(value, for_toml)
    t = "" + value
end
function t : string = json_of_number(value : scalar, for_toml)
    t = "null"
    if isfinite(value)
        t = "" + value
        if for_toml == 1 && strfind(t, ".") < 0 && strfind(t, "e") < 0
            t = t + ".0"
        end
    elseif for_toml == 1 && !isnan(value)
        t = value > 0 ? "1e999" : "-1e999"
    end
end
function t : string = json_of_dictionary(value, for_toml)
    parts = vec[string](numel(value))
    names = keys(value)
    for i = 0..numel(names)-1
        parts[i] = json_entry(names[i], value[names[i]], for_toml)
    end
    t = "{" + strjoin(parts, ",") + "}"
end
function t : string = json_of_vector(value, for_toml)
    parts = vec[string](numel(value))
    for i = 0..numel(value)-1
        parts[i] = json_text(value[i], for_toml)
    end
    t = "[" + strjoin(parts, ",") + "]"
end
function t : string = json_of_matrix(value, for_toml)
    [m, n] = size(value, 0..1)
    parts = vec[string](m)
    for i = 0..m-1
        cells = vec[string](n)
        for j = 0..n-1
            cells[j] = json_text(value[i, j], for_toml)
        end
        parts[i] = "[" + strjoin(cells, ",") + "]"
    end
    t = "[" + strjoin(parts, ",") + "]"
end

function t : string = json_entry(name, value, for_toml)
    t = json_quote("" + name) + ":" + json_text(value, for_toml)
end

% What is wrong at a node.
function [] = json_mistake(doc : json_document, node : int, what : string)
    place = ""
    if numel(doc.places) > 0
        place = "line " + doc.places[2*node] + ", column " + doc.places[2*node + 1]
    else
        place = json_place(doc.text, doc.nodes, node)
    end
    error(doc.source, ": ", place, ": ", what)
end

% Another kind of node than is wanted.
function [] = json_mismatch(doc : json_document, node : int, wanted : string)
    kinds = ["null", "false", "true", "a number", "a text", "an array", doc.objects]
    found = kinds[doc.nodes[5 * node]]
    json_mistake(doc, node, wanted + " is needed here, there is " + found)
end

% The number of elements or entries of an array (5) or object (6).
function n : int = json_count(doc : json_document, node : int, kind : int, wanted : string)
    if doc.nodes[5 * node] != kind
        json_mismatch(doc, node, kind == 6 ? doc.objects : wanted)
    end
    n = doc.nodes[5 * node + 4]
end

function next : int = json_next(doc : json_document, node : int)
    next = doc.nodes[5 * node + 3]
end

% The value of a node, of the type of `like`: the checker calls the function for that type.
function y = json_value(doc : json_document, node : int, like)
    y = like
end

% The whole number of a node.
function y : int64 = json_whole(doc : json_document, node : int)
    kind = doc.nodes[5 * node]
    if kind < 1 || kind > 3
        json_mismatch(doc, node, "a whole number")
    end
    if kind == 3 && doc.nodes[5 * node + 4] == 0
        json_mistake(doc, node, "a whole number is needed here, not " + json_number(doc.text, doc.nodes, node))
    end
    y = json_integer(doc.text, doc.nodes, node)
end

function y : int64 = json_to_long(doc : json_document, node : int, like : int64)
    y = json_whole(doc, node)
end

function y : int = json_to_int(doc : json_document, node : int, like : int)
    whole = json_whole(doc, node)
    if whole > 2147483647 || whole < -2147483648
        json_mistake(doc, node, "no int holds this number; an int64 does")
    end
    y = int(whole)
end

% null is not a number.
function y : scalar = json_to_number(doc : json_document, node : int, like : scalar)
    if doc.nodes[5 * node] > 3
        json_mismatch(doc, node, "a number")
    end
    y = json_number(doc.text, doc.nodes, node)
end

function y : string = json_to_text(doc : json_document, node : int, like : string)
    if doc.nodes[5 * node] != 4
        json_mismatch(doc, node, "a text")
    end
    y = json_string(doc.text, doc.nodes, node)
end

function y : vec = json_to_numbers(doc : json_document, node : int, like : vec)
    n = json_count(doc, node, 5, "an array of numbers")
    y = zeros(n)
    at = node + 1
    for i = 0..n-1
        y[i] = json_value(doc, at, 0.5)
        at = json_next(doc, at)
    end
end

function y : mat = json_to_matrix(doc : json_document, node : int, like : mat)
    m = json_count(doc, node, 5, "an array of rows")
    n = 0
    if m > 0
        n = json_count(doc, node + 1, 5, "a row of numbers")
    end
    y = zeros(m, n)
    at = node + 1
    for i = 0..m-1
        if json_count(doc, at, 5, "a row of numbers") != n
            json_mistake(doc, at, "the rows have different lengths")
        end
        y[i, 0..n-1] = json_value(doc, at, zeros(n))
        at = json_next(doc, at)
    end
end

function y = json_to_vector[T](doc : json_document, node : int, like : vec[T])
    n = json_count(doc, node, 5, "an array")
    y = vec[T](n)
    sample = numel(like) > 0 ? like : vec[T](1)
    at = node + 1
    for i = 0..n-1
        y[i] = json_value(doc, at, sample[0])
        at = json_next(doc, at)
    end
end

function y = json_to_dictionary[V](doc : json_document, node : int, like : dictionary[string, V])
    n = json_count(doc, node, 6, "an object")
    y = dictionary[string, V]()
    sample = vec[V](1)
    if like != nullptr
        if numel(like) > 0
            sample = values(like)
        end
    end
    at = node + 1
    for i = 0..n-1
        y[json_string(doc.text, doc.nodes, at)] = json_value(doc, at + 1, sample[0])
        at = json_next(doc, at + 1)
    end
end

% The value of a field of a class; that of `like` where the object has no such name.
function y = json_field(doc : json_document, node : int, name : string, like)
    at = json_member(doc.text, doc.nodes, node, name)
    if at >= 0
        y = json_value(doc, at, like)
    else
        y = like
    end
end
