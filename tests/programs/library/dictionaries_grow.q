% Many keys, many removals, and random operations beside a model: two vectors that are searched from the start.
d = dictionary()
for k = 0..9999
    d["key " + k] = k
end
total = 0
for k = 0..9999
    total += mod(d["key " + (9999 - k)], 10)
end
% Each last digit comes 1000 times: 1000*45.
print numel(d), " ", total, " ", keys(d)[9999], " ", isKey(d, "key 10000")
% => 10000 45000 key 9999 0
for k = 0..9999
    if mod(k, 100) != 7
        remove(d, "key " + k)
    end
end
print numel(d), " ", keys(d)[0..2], " ", values(d)[97..99]
% => 100 ["key 7","key 107","key 207"] [9707,9807,9907]

% Keys that differ by a power of two.
wide = dictionary()
for k = -500..500
    wide[k * 65536] = k
end
right = 1
for k = -500..500
    right = right && wide[k * 65536] == k
end
print numel(wide), " ", right
% => 1001 1

% Removed and stored again, in turn: the table does not fill with what is gone.
turning = dictionary()
for k = 0..9999
    turning[k] = k
    if k >= 10
        remove(turning, k - 10)
    end
end
print numel(turning), " ", keys(turning)
% => 10 [9990,9991,9992,9993,9994,9995,9996,9997,9998,9999]

% The model: names and numbers in the order in which they came.
function [names, numbers] = model_set(names : vec[string], numbers : vec[int], key : string, number : int)
    at = -1
    for i = 0..numel(names)-1
        if names[i] == key
            at = i
        end
    end
    if at >= 0
        numbers = copy(numbers)
        numbers[at] = number
    else
        names = append(names, key)
        numbers = append(numbers, number)
    end
end
function [names, numbers, found] = model_remove(names : vec[string], numbers : vec[int], key : string)
    kept = vec[string](0)
    rest = vec[int](0)
    found = 0
    for i = 0..numel(names)-1
        if names[i] == key
            found = 1
        else
            kept = append(kept, names[i])
            rest = append(rest, numbers[i])
        end
    end
    names = kept
    numbers = rest
end
function [differences, entries] = compared(seed : int)
    d = dictionary()
    names = vec[string](0)
    numbers = vec[int](0)
    differences = 0
    state = seed
    for step = 0..499
        state = mod(state * 1103 + 12345, 65536)
        key = "k" + mod(int(state / 8), 60)
        if mod(state, 5) < 2
            [names, numbers, found] = model_remove(names, numbers, key)
            differences += found != remove(d, key)
        else
            [names, numbers] = model_set(names, numbers, key, step)
            d[key] = step
        end
        differences += numel(d) != numel(names)
        if mod(step, 10) == 0
            found_keys = keys(d)
            found_values = values(d)
            for i = 0..numel(names)-1
                differences += found_keys[i] != names[i]
                differences += found_values[i] != numbers[i]
                differences += d[names[i]] != numbers[i]
            end
        end
    end
    entries = numel(d)
end
worst = 0
some = 0
for seed = 1..5
    [differences, entries] = compared(seed * 101)
    worst = max(worst, differences)
    some += entries > 5
end
print worst, " ", some
% => 0 5
