%! environment: QC_FIGURES=no_such_folder
%! raises: cannot write 'no_such_folder/figure-1.png' line 3
imshow([1, 2])
