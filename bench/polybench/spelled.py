"""Which nests of the thirty kernels have other legal spellings, by hand; spellings.py tells how the rows are read.

Distributed forms are reductions (`+=` in any order), updates of separate elements, or the well-known other orders of a factorisation. Not there are adi's and deriche's
recursions but for their order of lines, and kernels that have one order only: durbin, jacobi-1d and seidel-2d.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from spellings import distribute, exchange  # noqa: E402  bench/spellings.py

LU = """
n = size(a,0)
for k = 0..n-1
    for i = k+1..n-1
        a[i,k] /= a[k,k]
    end
    @ i = k+1..n-1; j = k+1..n-1 : a[i,j] -= a[i,k]*a[k,j]
end
"""
MEANS = """
m = size(data,1)
n = size(data,0)
for j = 0..m-1
    mean[j] = 0
end
@ i = 0..n-1; j = 0..m-1 : mean[j] += data[i,j]/n
"""

# By kernel: the ways, each a function and its further arguments.
WAYS = {
    "2mm": [(distribute, "two_products", """
n = size(t,0)
m = size(t,1)
p = size(a,1)
q = size(d,1)
@ i = 0..n-1; j = 0..m-1 : t[i,j] = 0
@ i = 0..n-1; j = 0..m-1; k = 0..p-1 : t[i,j] += alpha*a[i,k]*b[k,j]
@ i = 0..n-1; j = 0..q-1 : d[i,j] *= beta
@ i = 0..n-1; j = 0..q-1; k = 0..m-1 : d[i,j] += t[i,k]*c[k,j]
""")],
    "3mm": [(distribute, "product", """
n = size(c,0)
m = size(c,1)
p = size(a,1)
@ i = 0..n-1; j = 0..m-1 : c[i,j] = 0
@ i = 0..n-1; j = 0..m-1; k = 0..p-1 : c[i,j] += a[i,k]*b[k,j]
""")],
    "adi": [(distribute, "adi", """
n = size(u,0)
steps = 5
dx = 1.0/n
dt = 1.0/steps
mul1 = 2*dt/(dx*dx)
mul2 = dt/(dx*dx)
a = -mul1/2
b = 1 + mul1
d = -mul2/2
e = 1 + mul2
for t = 1..steps
    for i = 1..n-2
        v[0,i] = 1
        p[i,0] = 0
        q[i,0] = 1
        v[n-1,i] = 1
    end
    @ i = 1..n-2; j = 1..n-2 : p[i,j] = -a/(a*p[i,j-1] + b) ;; q[i,j] = (-d*u[j,i-1] + (1 + 2*d)*u[j,i] - d*u[j,i+1] - a*q[i,j-1])/(a*p[i,j-1] + b)
    @ i = 1..n-2; j = n-2..-1..1 : v[j,i] = p[i,j]*v[j+1,i] + q[i,j]
    for i = 1..n-2
        u[i,0] = 1
        p[i,0] = 0
        q[i,0] = 1
        u[i,n-1] = 1
    end
    @ i = 1..n-2; j = 1..n-2 : p[i,j] = -d/(d*p[i,j-1] + e) ;; q[i,j] = (-a*v[i-1,j] + (1 + 2*a)*v[i,j] - a*v[i+1,j] - d*q[i,j-1])/(d*p[i,j-1] + e)
    @ i = 1..n-2; j = n-2..-1..1 : u[i,j] = p[i,j]*u[i,j+1] + q[i,j]
end
""")],
    "atax": [(distribute, "atax", """
n = size(a,0)
m = size(a,1)
for i = 0..n-1
    t[i] = 0
end
for j = 0..m-1
    y[j] = 0
end
@ i = 0..n-1; j = 0..m-1 : t[i] += a[i,j]*x[j]
@ i = 0..n-1; j = 0..m-1 : y[j] += a[i,j]*t[i]
""")],
    "bicg": [(distribute, "bicg", """
n = size(a,0)
m = size(a,1)
for i = 0..n-1
    q[i] = 0
end
for j = 0..m-1
    s[j] = 0
end
@ i = 0..n-1; j = 0..m-1 : s[j] += r[i]*a[i,j]
@ i = 0..n-1; j = 0..m-1 : q[i] += a[i,j]*p[j]
"""), (distribute, "bicg", """
n = size(a,0)
m = size(a,1)
for i = 0..n-1
    q[i] = 0
end
for j = 0..m-1
    s[j] = 0
end
@ i = 0..n-1; j = 0..m-1 : s[j] += r[i]*a[i,j] ;; q[i] += a[i,j]*p[j]
""")],
    "cholesky": [(distribute, "cholesky", """
n = size(a,0)
for k = 0..n-1
    a[k,k] = sqrt(a[k,k])
    for i = k+1..n-1
        a[i,k] /= a[k,k]
    end
    @ i = k+1..n-1; j = k+1..i : a[i,j] -= a[i,k]*a[j,k]
end
"""), (distribute, "cholesky", """
n = size(a,0)
for j = 0..n-1
    for k = 0..j-1
        a[j,j] -= a[j,k]*a[j,k]
    end
    a[j,j] = sqrt(a[j,j])
    @ i = j+1..n-1; k = 0..j-1 : a[i,j] -= a[i,k]*a[j,k]
    for i = j+1..n-1
        a[i,j] /= a[j,j]
    end
end
""")],
    "correlation": [(distribute, "correlation", MEANS + """
for j = 0..m-1
    stddev[j] = 0
end
@ i = 0..n-1; j = 0..m-1 : stddev[j] += (data[i,j] - mean[j])*(data[i,j] - mean[j])
for j = 0..m-1
    d = sqrt(stddev[j]/n)
    stddev[j] = d <= 0.1 ? 1.0 : d
end
@ i = 0..n-1; j = 0..m-1 : data[i,j] = (data[i,j] - mean[j])/(sqrt(1.0*n)*stddev[j])
@ i = 0..m-1; j = 0..m-1 : corr[i,j] = i == j ? 1.0 : 0.0
@ i = 0..m-1; j = i+1..m-1; k = 0..n-1 : corr[i,j] += data[k,i]*data[k,j]
@ i = 0..m-1; j = i+1..m-1 : corr[j,i] = corr[i,j]
""")],
    "covariance": [(distribute, "covariance", MEANS + """
@ i = 0..n-1; j = 0..m-1 : data[i,j] -= mean[j]
@ i = 0..m-1; j = 0..m-1 : cov[i,j] = 0
@ i = 0..m-1; j = i..m-1; k = 0..n-1 : cov[i,j] += data[k,i]*data[k,j]
@ i = 0..m-1; j = i..m-1 : cov[i,j] /= n - 1.0 ;; cov[j,i] = cov[i,j]
""")],
    "deriche": [(exchange, [("i", "j"), ("i", "j")])],
    "doitgen": [(distribute, "doitgen", """
n = size(a,0)
m = size(a,1)
l = size(a,2)
for r = 0..n-1
    for q = 0..m-1
        for p = 0..l-1
            t[p] = 0
        end
        @ p = 0..l-1; k = 0..l-1 : t[p] += a[r,q,k]*c4[k,p]
        for p = 0..l-1
            a[r,q,p] = t[p]
        end
    end
end
"""), (exchange, [("r", "q")])],
    "fdtd-2d": [(exchange, [("i", "j")] * 3)],
    "floyd-warshall": [(exchange, [("i", "j")])],
    "gemm": [(distribute, "gemm", """
n = size(c,0)
m = size(c,1)
p = size(a,1)
for i = 0..n-1
    for j = 0..m-1
        c[i,j] *= beta
    end
end
@ i = 0..n-1; j = 0..m-1; k = 0..p-1 : c[i,j] += alpha*a[i,k]*b[k,j]
""")],
    "gemver": [(distribute, "gemver", """
n = size(a,0)
@ i = 0..n-1; j = 0..n-1 : a[i,j] += u1[i]*v1[j] + u2[i]*v2[j]
@ i = 0..n-1; j = 0..n-1 : x[i] += beta*a[j,i]*y[j]
for i = 0..n-1
    x[i] += z[i]
end
@ i = 0..n-1; j = 0..n-1 : w[i] += alpha*a[i,j]*x[j]
""")],
    "gesummv": [(distribute, "gesummv", """
n = size(a,0)
for i = 0..n-1
    y[i] = 0
end
@ i = 0..n-1; j = 0..n-1 : y[i] += alpha*a[i,j]*x[j] + beta*b[i,j]*x[j]
"""), (distribute, "gesummv", """
n = size(a,0)
for i = 0..n-1
    y[i] = 0
end
@ i = 0..n-1; j = 0..n-1 : y[i] += alpha*a[i,j]*x[j]
@ i = 0..n-1; j = 0..n-1 : y[i] += beta*b[i,j]*x[j]
""")],
    "gramschmidt": [(distribute, "gramschmidt", """
m = size(a,0)
n = size(a,1)
for k = 0..n-1
    s = 0.0
    for i = 0..m-1
        s += a[i,k]*a[i,k]
    end
    r[k,k] = sqrt(s)
    for i = 0..m-1
        q[i,k] = a[i,k]/r[k,k]
    end
    for j = k+1..n-1
        r[k,j] = 0
    end
    @ j = k+1..n-1; i = 0..m-1 : r[k,j] += q[i,k]*a[i,j]
    @ j = k+1..n-1; i = 0..m-1 : a[i,j] -= q[i,k]*r[k,j]
end
""")],
    "heat-3d": [(exchange, [("i", "j", "k")] * 2)],
    "jacobi-2d": [(exchange, [("i", "j")] * 2)],
    "lu": [(distribute, "lu", LU)],
    "ludcmp": [(distribute, "ludcmp", LU + """
for i = 0..n-1
    x[i] = 0
    y[i] = b[i]
end
@ i = 0..n-1; j = 0..i-1 : y[i] -= a[i,j]*y[j]
for i = n-1..-1..0
    s = y[i]
    for j = i+1..n-1
        s -= a[i,j]*x[j]
    end
    x[i] = s/a[i,i]
end
""")],
    "mvt": [(distribute, "mvt", """
n = size(a,0)
@ i = 0..n-1; j = 0..n-1 : x1[i] += a[i,j]*y1[j]
@ i = 0..n-1; j = 0..n-1 : x2[i] += a[j,i]*y2[j]
""")],
    "nussinov": [(distribute, "nussinov", """
n = numel(bases)
for j = 1..n-1
    for i = j-1..-1..0
        best = max(table[i,j-1], table[i+1,j])
        inner = table[i+1,j-1]
        if i < j-1 && bases[i] + bases[j] == 3
            inner += 1
        end
        best = max(best, inner)
        for k = i+1..j-1
            best = max(best, table[i,k] + table[k+1,j])
        end
        table[i,j] = best
    end
end
""")],
    "symm": [(distribute, "symm", """
n = size(c,0)
m = size(c,1)
@ i = 0..n-1; j = 0..m-1 : c[i,j] = beta*c[i,j] + alpha*b[i,j]*a[i,i]
@ i = 0..n-1; k = 0..i-1; j = 0..m-1 : c[k,j] += alpha*b[i,j]*a[i,k]
@ i = 0..n-1; k = 0..i-1; j = 0..m-1 : c[i,j] += alpha*b[k,j]*a[i,k]
"""), (exchange, [("i", "j")])],
    "syr2k": [(distribute, "syr2k", """
n = size(a,0)
m = size(a,1)
@ i = 0..n-1; j = 0..i : c[i,j] *= beta
@ i = 0..n-1; j = 0..i; k = 0..m-1 : c[i,j] += a[j,k]*alpha*b[i,k] + b[j,k]*alpha*a[i,k]
""")],
    "syrk": [(distribute, "syrk", """
n = size(a,0)
m = size(a,1)
@ i = 0..n-1; j = 0..i : c[i,j] *= beta
@ i = 0..n-1; j = 0..i; k = 0..m-1 : c[i,j] += alpha*a[i,k]*a[j,k]
""")],
    "trisolv": [(distribute, "trisolv", """
n = size(l,0)
for i = 0..n-1
    x[i] = b[i]
end
for j = 0..n-1
    x[j] /= l[j,j]
    for i = j+1..n-1
        x[i] -= l[i,j]*x[j]
    end
end
""")],
    "trmm": [(distribute, "trmm", """
n = size(b,0)
m = size(b,1)
@ i = 0..n-1; k = i+1..n-1; j = 0..m-1 : b[i,j] += a[k,i]*b[k,j]
@ i = 0..n-1; j = 0..m-1 : b[i,j] *= alpha
"""), (exchange, [("i", "j")])],
}
ALL_ORDERS = {"gemm"}  # every spelling is measured, not only some
