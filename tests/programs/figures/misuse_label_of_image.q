%! raises: xlabel: figure 1 is an image, which has no axes line 3
imshow([1,2])
xlabel("a")
