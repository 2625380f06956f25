% Module: dictionaries
% Values by keys, which are strings or numbers: a program that names `dictionary` has them without an import.
{!doc category="Language"}

% Type: dictionary
% Values by keys. Entries keep the order in which they came; `contents[i]` is the value of `names[i]`. `places` is a table with open addressing
% of a power of two places: 0 where it is free, else the number of an entry and one more. `hashes` has the hash of each entry, and -1 once it
% was removed; what was removed is left out when it is more than half of the entries.
type dictionary[K, V] : mutable class
    names : vec[K]
    contents : vec[V]
    hashes : vec[int]
    places : vec[int]
    count : int
endtype

% Function: keys
% The keys of a dictionary as a vector, in the order in which they came.
%
% Parameters:
% self - a dictionary
% > d = dictionary("one", 1, "two", 2); strjoin(keys(d), " ") == "one two"
function y = keys[K,V](self : dictionary[K, V])
    y = self.names[dictionary_entries(self)]
end

% Function: values
% The values of a dictionary as a vector, in the order in which their keys came.
%
% Parameters:
% self - a dictionary
% > d = dictionary("one", 1, "two", 2); values(d) == [1, 2]
function y = values[K,V](self : dictionary[K, V])
    y = self.contents[dictionary_entries(self)]
end

% Function: isKey
% Whether a dictionary has a key.
%
% Parameters:
% self - a dictionary
% key - a key
% > d = dictionary("one", 1); isKey(d, "one") && !isKey(d, "two")
function y = isKey[K,V](self : dictionary[K, V], key : K)
    y = dictionary_find(self, key) >= 0
end

% Function: lookup
% The value of a key, or another value where a dictionary has no such key.
%
% Parameters:
% self - a dictionary
% key - a key
% otherwise - the value without the key
% > d = dictionary("one", 1); lookup(d, "one", 0) == 1 && lookup(d, "two", 0) == 0
function y : V = lookup[K,V](self : dictionary[K, V], key : K, otherwise : V)
    at = dictionary_find(self, key)
    if at >= 0
        y = self.contents[at]
    else
        y = otherwise
    end
end

% Function: remove
% Removes a key and its value from a dictionary; gives 1, or 0 where there was no such key.
%
% Parameters:
% self - a dictionary
% key - a key
% > d = dictionary("one", 1, "two", 2); remove(d, "one") && numel(d) == 1
function y : int = remove[K,V](self : dictionary[K, V], key : K)
    at = dictionary_find(self, key)
    y = at >= 0
    if at >= 0
        self.hashes[at] = -1
        self.count -= 1
        if 2 * self.count < numel(self.hashes)
            entries = dictionary_entries(self)
            self.names = self.names[entries]
            self.contents = self.contents[entries]
            self.hashes = self.hashes[entries]
            dictionary_rebuild(self)
        end
    end
end

% The numbers of the entries that are there, in their order.
function y = dictionary_entries(self)
    y = vec[int](self.count)
    n = 0
    for i = 0..numel(self.hashes)-1
        if self.hashes[i] >= 0
            y[n] = i
            n += 1
        end
    end
end

function h = dictionary_hash(key : string)
    h = dictionary_hash_text(key)
end
function h = dictionary_hash(key : int)
    h = dictionary_hash_integer(key)
end
function h = dictionary_hash(key : int64)
    h = dictionary_hash_integer(key)
end
function h = dictionary_hash(key : scalar)
    h = dictionary_hash_number(key)
end

% The number of the entry of a key, -1 where there is none.
function at = dictionary_find(self, key)
    at = -1
    mask = numel(self.places) - 1
    if mask >= 0
        h = dictionary_hash(key)
        place = and(h, mask)
        entry = self.places[place] - 1
        while entry >= 0 && at < 0
            if self.hashes[entry] == h && self.names[entry] == key
                at = entry
            else
                place = and(place + 1, mask)
                entry = self.places[place] - 1
            end
        end
    end
end

% A table for twice the entries that there are.
function [] = dictionary_rebuild(self)
    n = numel(self.hashes)
    size = 8
    while size < 4 * n
        size = 2 * size
    end
    places = vec[int](size)
    for i = 0..n-1
        if self.hashes[i] >= 0
            place = and(self.hashes[i], size - 1)
            while places[place] > 0
                place = and(place + 1, size - 1)
            end
            places[place] = i + 1
        end
    end
    self.places = places
end

% Gives a key a value.
function [] = dictionary_set(self, key, value)
    at = dictionary_find(self, key)
    if at >= 0
        self.contents[at] = value
    else
        n = numel(self.hashes)
        h = dictionary_hash(key)
        self.names = append(self.names, key)
        self.contents = dictionary_append(self.contents, value)
        self.hashes = append(self.hashes, h)
        self.count += 1
        if 2 * n >= numel(self.places)
            dictionary_rebuild(self)
        else
            mask = numel(self.places) - 1
            place = and(h, mask)
            while self.places[place] > 0
                place = and(place + 1, mask)
            end
            self.places[place] = n + 1
        end
    end
end

% The entries of two vectors.
function [] = dictionary_fill(self, keys, values)
    for i = 0..numel(keys)-1
        dictionary_set(self, keys[i], values[i])
    end
end

% A dictionary of its own with the same keys and values.
function y = dictionary_copy(self, from)
    for i = 0..numel(from.hashes)-1
        if from.hashes[i] >= 0
            dictionary_set(self, from.names[i], from.contents[i])
        end
    end
    y = self
end

% A value within the text of a dictionary.
function t = dictionary_quoted(x : string)
    t = """" + x + """"
end
function t = dictionary_quoted(x)
    t = "" + x
end

% A dictionary as `print` writes it.
function t : string = dictionary_text(self)
    parts = vec[string](self.count)
    n = 0
    for i = 0..numel(self.hashes)-1
        if self.hashes[i] >= 0
            parts[n] = dictionary_quoted(self.names[i]) + ": " + dictionary_quoted(self.contents[i])
            n += 1
        end
    end
    t = "{" + strjoin(parts, ", ") + "}"
end

% Whether two dictionaries have the same keys with equal values, in whatever order.
function y : int = dictionary_equal(a, b)
    y = a.count == b.count
    i = 0
    while y && i < numel(a.hashes)
        if a.hashes[i] >= 0
            at = dictionary_find(b, a.names[i])
            y = 0
            if at >= 0
                if a.contents[i] == b.contents[at]
                    y = 1
                end
            end
        end
        i += 1
    end
end

% What is said of a key that a dictionary does not have.
function t : string = dictionary_missing(self, key : string)
    t = "the dictionary has no key """ + key + """"
    tried = min(self.count, 1000)
    near = dictionary_nearest(self.names[dictionary_entries(self)[0..tried-1]], key)
    if near != ""
        t = t + ": did you mean """ + near + """?"
    else
        t = t + dictionary_advice(self)
    end
end
function t : string = dictionary_missing(self, key)
    t = "the dictionary has no key " + key + dictionary_advice(self)
end
function t : string = dictionary_advice(self)
    if self.count == 0
        t = ": it is empty"
    else
        t = "; `isKey(d, key)` asks, `lookup(d, key, otherwise)` gives another value instead"
    end
end
