x : float = 3 %~ E0205 float
n : bool = 1 %~ E0205 bool
m : matrix = zeros(2,2) %~ E0205 matrix
v : vec[3] = [1,2,3] %~ E0205 an element type is a type
