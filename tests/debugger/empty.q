% What has no elements.
function [] = main()
    a = []
    b = zeros(0)
    c = zeros(0, 3)
    s = ""
    n = numel(b)
    cc = {}
    print a, b, c, s, n
end
