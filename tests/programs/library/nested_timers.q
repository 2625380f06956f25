%! features: F415
% Each toc belongs to the innermost tic that none has answered; the time is in milliseconds.
tic()
pause(30)
tic()
pause(10)
inner = toc("")
outer = toc("")
print inner >= 10, outer >= 40, outer - inner >= 30
% => 111
% When all are answered, the last one goes on.
pause(10)
print toc("") >= outer + 10
% => 1
