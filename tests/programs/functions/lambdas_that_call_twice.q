%! features: F042
% Lambdas that call each other twice: what is lowered in place ends somewhere, and the rest are calls, also in a kernel. f_k(x) is f_(k-1)(x) +
% f_(k-1)(2x), so that f_k(x) = 3^k x + 2^k.
f0 = x -> x + 1
f1 = x -> f0(x) + f0(x*2)
f2 = x -> f1(x) + f1(x*2)
f3 = x -> f2(x) + f2(x*2)
f4 = x -> f3(x) + f3(x*2)
f5 = x -> f4(x) + f4(x*2)
f6 = x -> f5(x) + f5(x*2)
f7 = x -> f6(x) + f6(x*2)
f8 = x -> f7(x) + f7(x*2)
f9 = x -> f8(x) + f8(x*2)
f10 = x -> f9(x) + f9(x*2)
f11 = x -> f10(x) + f10(x*2)
f12 = x -> f11(x) + f11(x*2)
print f12(1), " ", f12(-2)
% 3^12 = 531441, 2^12 = 4096
% => 535537 -1058786
y = zeros(5)
for i = 0..4
    y[i] = f8(i)
end
print y
% 3^8 = 6561, 2^8 = 256
% => [256,6817,13378,19939,26500]
