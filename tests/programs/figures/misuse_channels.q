%! raises: imshow: an array of f32 of size 2x2x2 is no image line 2
imshow(zeros(2,2,2))
