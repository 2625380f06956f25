% Texts, with quotes and letters of several bytes.
function y = twice(s : string)
    y = s + s
end
function [] = main()
    a = "hello"
    b = ""
    c = "a ""quoted"" word"
    d = "größer"
    e = twice(a)
    a = "other"
    n = strlen(e)
    list = {"one", "two"}
    text = "n is " + n
    print a, b, c, d, e, n, list, text
end
