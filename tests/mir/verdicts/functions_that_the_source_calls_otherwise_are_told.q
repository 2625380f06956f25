%! test opt verdicts level=1
% A method of an object, and a variable that has a function.
% check: loop over i in script: serial
% next: Method is not a device function and can therefore not be parallelized/serialized!
% next: the method `power` runs on the host
% check: advice: declare `power` as __device__, or make it small enough to be inlined
% check: loop over k in ...: serial
% next: Parallelization/serialization not possible because the specified function is not a device or kernel function!
% next: `f` stands for the host function `root`
% check: advice: declare `root` as __device__, or give `f` a lambda that can be inlined

type number : mutable class
    base : scalar
end
function y = power(self : number, k : int)
    y = k == 0 ? 1.0 : self.base * self.power(k-1)
end
function y = root(x, k : int)
    y = k == 0 ? 1.0 : x*root(x, k-1)
end
function [] = main(n : int = 4)
    two = number(base:=2)
    x = zeros(n)
    for i = 0..n-1
        x[i] = two.power(i)
    end
    f = root
    for k = 0..n-1
        x[k] = f(3, k)
    end
    print x
end
