% Values of np.gradient, whose first result is the second here, and of np.isin and np.searchsorted.
print gradient([1,4,9,16]), " ", gradient([1,4,9,16], 2), " ", gradient([5])
% => [3,4,6,7] [1.5,2,3,3.5] [0]
[gx, gy] = gradient([[1,2,4],[4,8,9],[0,0,1]])
print gx
% => [[1,1.5,2],
% =>  [4,2.5,1],
% =>  [0,0.5,1]]
print gy
% => [[3,6,5],
% =>  [-0.5,-1,-1.5],
% =>  [-4,-8,-8]]
print gradient([[1,2,4],[4,8,9]], 0.5)
% => [[2,3,4],
% =>  [8,5,2]]
[least, greatest] = bounds([[3,1],[4,1]])
print least, " ", greatest
% => 1 4
[found, place] = ismember([3,7,5,8], [5,3,3,8])
print found, " ", place
% => [1,0,1,1] [1,-1,0,3]
print ismember([1,2], [2])
% => [0,1]
