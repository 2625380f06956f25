%! raises: no_such_file.png line 2
x = imread("no_such_file.png")
