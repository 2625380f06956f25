% What is called is evaluated like any other value: also where its function is known and captures nothing.
function f : [scalar->scalar] = chosen(n : int)
    print "chosen for ", n
    f = x -> x*2
end
print chosen(3)(5)
% => chosen for 3
% => 10
type handler : class
    call : [scalar->scalar]
    weight : scalar
endtype
function h = handler_of(weight)
    print "made"
    h = handler(call:=(x : scalar) -> x + 1, weight:=weight)
end
print handler_of(3).call(4)
% => made
% => 5
print handler_of(3).weight
% => made
% => 3
function y = second(f : [scalar->scalar], x)
    y = f(x)
end
print second(chosen(7), 1) + second(chosen(8), 2)
% => chosen for 7
% => chosen for 8
% => 6
