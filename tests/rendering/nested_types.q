% A list that grows in a recursive function has types within types: what is shown of them stays short.
type parser : mutable class
    text : string
    pos : int
end
function v : ?? = parse_value(self : parser)
    c = substr(self.text, self.pos, 1)
    self.pos += 1
    if c == "{"
        keys = {}
        values = {}
        while substr(self.text, self.pos, 1) != "}"
            keys = {...keys, "k"}
            values = {...values, parse_value(self)}
        end
        v = {"object", keys, values}
    elseif c == "["
        items = {}
        while substr(self.text, self.pos, 1) != "]"
            items = {...items, parse_value(self)}
        end
        v = items
    else
        v = 1.0
    end
end
p = parser(text := "[1[1]]", pos := 0)
x = parse_value(p)
print x
