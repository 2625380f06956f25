% Fractions that elements of type int lose: numbers that are known, sums with one, and lists of which nobody said that they hold ints.
declared : vec[int] = [1,2,3]
s = 3.3
declared[0] = 2.7 %~ W0301 2.7 loses its fraction as an `int`
declared[1] = s %~ W0301 3.3 loses its fraction
declared[2] += 0.5 %~ W0301 the fraction of this sum is lost
declared[0..1] = [1.0, 2.5] %~ W0301 2.5 loses its fraction
declared[:] = 1.5 %~ W0301 1.5 loses its fraction
declared[declared > 0] = -7.5 %~ W0301 -7.5 loses its fraction
k : int = 1
k += 0.5 %~ W0301 the fraction of this sum is lost
k = k - s %~ W0301 the fraction of this sum is lost
halves = [1,2,3]
halves[1] /= 2 %~ W0301 keeps only the whole part of what this computes
halves[2] /= 2
roots = [[1,4],[9,-16]]
roots[0,1] = sqrt(roots[0,1]) %~ W0301 keeps only the whole part of this number
steps = 0..9
steps[1..2] = [0.5, 1]*s %~ W0301 keeps only the whole part of this number
scaled = [1,2,3]
scaled[0] *= s %~ W0301 keeps only the whole part of what this computes
function [] = f(x : scalar)
    y = [0,0]
    y[0] = x %~ W0301 keeps only the whole part of this number
    print y
end
f(1.5)
print declared, k, halves, roots, steps, scaled
