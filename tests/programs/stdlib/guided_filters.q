% fastguidedfilter against its formulas in NumPy (windows cut off at the borders), boxfilter against sums of slices.
import "fastguidedfilter.q"
x = [[1.0,5.0,2.0,8.0,3.0],[4.0,4.0,9.0,1.0,0.0],[7.0,2.0,6.0,6.0,5.0],[3.0,8.0,1.0,2.0,9.0]]
print boxfilter(x, 0) == x ? "same" : "other"
% => same
print boxfilter(x, 1)
% => [[14,25,29,23,12],
% =>  [23,40,43,40,23],
% =>  [28,44,39,39,23],
% =>  [20,27,25,29,22]]
want = [[3.184736,4.982938,4.078262,3.678931,4.817435],[4.485105,4.442845,5.280622,4.89324,5.631237],[5.194744,3.629535,4.684795,3.819118,3.67611],[3.317838,5.22381,3.845421,4.666787,2.297127]]
print max(abs(fastguidedfilter(x, x[3..-1..0,:], 1, 0.5, 1) - want)) < 1e-4
% => 1
% A radius beyond the image takes all of it.
print boxfilter(x, 9)[2,3], sum(x)
% => 8686
try
    print boxfilter(x, -1)
catch ex
    print ex
end
% => boxfilter: the radius is -1
try
    print fastguidedfilter(x, x, 1, 0.1, 0)
catch ex
    print ex
end
% => fastguidedfilter: the step of the grid is 0
% Where the guide is flat it is a mean of means; a constant stays what it is on every grid.
print max(abs(fastguidedfilter(ones(9,9), 3*ones(9,9), 2, 0.1) - 3)) < 1e-5
% => 1
