%! features: F400
%! warns: the comment gives `k` the default 0.04, the header 0.05 line 10
%! warns: the comment gives `T` the default 200, the header 1 line 10
%! warns: the comment gives `k` the default 0.04, the header 0.05 line 15
%! warns: the comment gives `T` the default 200, the header 1 line 16
% Function: harris_cornerdetector
%
% Implementation of the harris corner detector
%
% :function y = harris_cornerdetector(x : cube, sigma : scalar = 1, k : scalar = 0.04, T : scalar = 200)
%
% Parameters:
% x - input image (RGB or grayscale)
% sigma - the parameter of the Gaussian smoothing kernel
% k - parameter for the Harris corner metric (default value: 0.04)
% T - corner detection threshold (default value: 200)
function y = harris_cornerdetector(x : cube, sigma : scalar = 1, k : scalar = 0.05, T : scalar = 1)
    y = 100*sigma*k*T*x
end
% The example of the manual (4.14), whose comment speaks of other defaults than its header has: those of the header count.
print sum(harris_cornerdetector(ones(2,2,2)))
% => 40
