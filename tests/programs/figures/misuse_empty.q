%! raises: is no image line 2
imshow(zeros(0,0))
