% Module: regexp
% What matches a regular expression: a program that names `regexp` has it without an import.
{!doc category="Language"}

% Function: regexp
% What of a text matches a regular expression. The third argument says what is wanted: "start", the numbers of the characters where
% matches begin; "match", the matches; "tokens", a vector of groups for each match; "names", the named groups of the first match as a dictionary;
% "split", the parts between matches. `\w`, `\d`, `\s` and `(?i)` know the characters of ASCII. With "once" behind it the first match alone counts: -1, "" or no groups where there is none.
%
% Parameters:
% text - a text
% pattern - a regular expression: `[a-z]`, `\d`, `\w`, `\s`, `a|b`, `a*`, `a+?`, `a{2,3}`, `^`, `$`, `(…)`, `(?:…)`, `(?<name>…)`, `(?i)`
% what - "start", "match", "tokens", "names" or "split"
% once - "once" for the first match alone
% > regexp("a1b22", "\d+") == [1, 3]
% > regexp("a1b22", "\d+", "match", "once") == "1"
% > t = regexp("x=1, y=2", "(\w)=(\d)", "tokens"); t[1][0] == "y"
% > d = regexp("x=1", "(?<key>\w)=(?<value>\d)", "names"); d["value"] == "1"
function y = regexp(text : string, pattern : string, what : string = "start", once : string = "")
    % The checker calls the function for what is wanted.
    y = regexp_start(text, pattern)
end

function y = regexp_first_start(text : string, pattern : string)
    starts = regexp_start(text, pattern)
    y = -1
    if numel(starts) > 0
        y = starts[0]
    end
end

function y : string = regexp_first_match(text : string, pattern : string)
    found = regexp_match(text, pattern)
    y = ""
    if numel(found) > 0
        y = found[0]
    end
end

function y : vec[vec[string]] = regexp_tokens(text : string, pattern : string)
    groups = regexp_groups(text, pattern)
    width = numel(regexp_names(pattern))
    count = int(numel(groups) / width)
    y = vec[vec[string]](count)
    for i = 0..count-1
        y[i] = groups[i*width..i*width+width-1]
    end
end

function y : vec[string] = regexp_first_tokens(text : string, pattern : string)
    groups = regexp_groups(text, pattern)
    width = min(numel(regexp_names(pattern)), numel(groups))
    y = groups[0..width-1]
end

function y : dictionary[string, string] = regexp_named(text : string, pattern : string)
    y = dictionary[string, string]()
    names = regexp_names(pattern)
    groups = regexp_first_tokens(text, pattern)
    for i = 0..numel(groups)-1
        if names[i] != ""
            y[names[i]] = groups[i]
        end
    end
end
