%! environment: QC_FIGURES=.
%! stderr: figure 1: ./figure-1.png
% QC_FIGURES names the folder, also where there is a display.
imshow([1, 2])
print exists("./figure-1.png")
% => 1
