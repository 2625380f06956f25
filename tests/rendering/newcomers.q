% What users of other languages expect of values; what to do instead stands with each.
x = [3,1,2]
A = ones(3,4)
print x.sum()
print x.sort()
print A.T
print A.shape
print x[-1]
print x[3]
print x[1,1]
[v, k] = max(x)
s.a = 1
y = np.zeros(3)
y = nnz(x)
n = input("n: ")
function y = grey(x : mat)
    y = 2*x
end
img = imread("a.png")
print grey(img)
print A - mean(A, 0)
print A - mean(A, 1)
text = "abc"
print text[0]
names = {}
for i = 0..3
    names = {...names, "x"}
end
c = cell(2)
print c{1}
function [] = __kernel__ k(x : vec)
    x[pos] = 1
end
parallel_do(4, ones(4), k)
