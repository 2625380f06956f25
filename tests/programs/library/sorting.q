% Elements in order, where they were, and where the least and the greatest is.
x = [3.5, 1, 2, -1, 2]
print sort(x), " ", sort(x, "descend"), " ", sort(x, 1, "ascend")
% => [-1,1,2,2,3.5] [3.5,2,2,1,-1] [-1,1,2,2,3.5]
% Of equal elements the first comes first, in both directions.
print argsort(x), " ", argsort(x, "descend")
% => [3,1,2,4,0] [0,2,4,1,3]
[y, k] = sort(x, "descend")
print y, " ", k
% => [3.5,2,2,1,-1] [0,2,4,1,3]
% The argument is computed once.
function y = counted(x)
    print "computed"
    y = x
end
[y, k] = sort(counted([2, 1]))
print y, " ", k
% => computed
% => [1,2] [1,0]
% Dimensions; without one, the last with several elements.
A = [[3, 1, 2], [9, 8, 7], [0, 5, 4]]
print sort(A)
% => [[1,2,3],
% =>  [7,8,9],
% =>  [0,4,5]]
[B, at] = sort(A, 0, "descend")
print B, " ", at
% => [[9,8,7],
% =>  [3,5,4],
% =>  [0,1,2]] [[1,1,1],
% =>  [0,2,2],
% =>  [2,0,0]]
print transpose(sort(A[:,1])), " ", transpose(argsort(A[:,1]))
% => [1,5,8] [0,2,1]
% The array keeps its elements.
print A[0,:]
% => [3,1,2]
% What is not a number is last; of a descending order it is first.
n = [2, 0/0, 1]
print sort(n), " ", sort(n, "descend"), " ", indmax(n)
% => [1,2,nan] [nan,2,1] 0
% Elements keep their type.
bytes = vec[uint8](3)
bytes[0] = 200
bytes[1] = 7
print sort(bytes), " ", type(sort(bytes), "vec[uint8]")
% => [0,7,200] 1
% Strings, by the numbers of their characters.
words = ["pear", "Zoo", "apple"]
[w, order] = sort(words)
print w, " ", order, " ", sort(words, "descend")
% => ["Zoo","apple","pear"] [1,2,0] ["pear","apple","Zoo"]
% The places of extremes, among all elements in the order of memory.
[v, place] = max(A)
print v, " ", place, " ", ind2pos(size(A), place)
% => 9 3 [1,0]
[v, place] = min(A)
print v, " ", place, " ", indmax([1, 2, 2])
% => 0 6 1
% A number is in order; nothing is, too.
print sort(5), " ", argsort(5), " ", indmax(5), " ", sort(zeros(0))
% => 5 0 0 []
% A function of the program comes first.
function y = indmin(x, y)
    y = "mine"
end
print indmin(1, 2)
% => mine
