% Module: toml
% Values from texts in TOML, and texts of values: a program that names one of the functions has them without an import.
{!doc category="Files"}
import "json.q"

% Function: tomldecode
% The value of a text in TOML: a dictionary with strings as keys, or a class, whose fields are the names of a table. A value of its type stands
% behind the text; what the text does not have stays as it is there, and what no field has is passed over. Dates and times become strings.
%
% Parameters:
% text - a text in TOML
% like - a value of the type that is wanted
% > d = tomldecode("a = 1", dictionary[string, int]()); d["a"] == 1
function y = tomldecode(text : string, like)
    y = json_value(toml_document(text, ""), 0, like)
end

% Function: tomlread
% The value of a file in TOML, as `tomldecode` gives it; what is wrong in it is told with file, line and column.
%
% Parameters:
% path - the name of the file
% like - a value of the type that is wanted
% > path = tempfolder() + "/s.toml"; filewrite(path, "a = 2"); d = tomlread(path, dictionary[string, int]()); d["a"] == 2
function y = tomlread(path : string, like)
    y = json_value(toml_document(fileread(path), path), 0, like)
end

% Function: tomlencode
% A dictionary or a value of a class as a text in TOML: what is within it has a table, vectors of classes one for each element.
%
% Parameters:
% value - a dictionary or a value of a class
% > d = dictionary("a", 1); strtrim(tomlencode(d)) == "a = 1"
function t : string = tomlencode(value)
    t = toml_text(json_text(value, 1))
end

% Function: tomlwrite
% Writes a dictionary or a value of a class as a file in TOML, which is complete or not there.
%
% Parameters:
% path - the name of the file
% value - a dictionary or a value of a class
% > path = tempfolder() + "/s.toml"; tomlwrite(path, dictionary("a", 1)); strtrim(fileread(path)) == "a = 1"
function [] = tomlwrite(path : string, value)
    filewrite(path, tomlencode(value))
end

% A text in TOML, of the file of that name or of none, as one in JSON with the places of its nodes.
function doc : json_document = toml_document(text : string, path : string)
    json = toml_json(text, path)
    source = strlen(path) > 0 ? "cannot read '" + path + "'" : "tomldecode"
    doc = json_document(text:=json, nodes:=json_parse(json), source:=source, objects:="a table", places:=toml_places(text))
end
