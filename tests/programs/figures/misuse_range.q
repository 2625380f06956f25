%! raises: imshow: 1 to 1 is no range of values line 2
imshow(zeros(2,2), [1,1])
