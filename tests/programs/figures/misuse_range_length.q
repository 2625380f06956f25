%! raises: a range has two numbers, [black, white], or none, []; this one has 3 line 2
imshow(zeros(2,2), [1,2,3])
