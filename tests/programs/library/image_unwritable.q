%! raises: no_such_folder/out.png line 2
imwrite("no_such_folder/out.png", zeros(2,2,3))
