% Cells, whose elements carry their types.
function [] = main()
    c = {1, "two", [3, 4, 5], 2.5}
    n = numel(c)
    c[0] = 11
    m = {c, 7}
    empty = cell(2)
    empty[1] = ones(2, 2)
    names = {"a", "b"}
    names[1] = "changed"
    print c, n, m, empty, names
end
