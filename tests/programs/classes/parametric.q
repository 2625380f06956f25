% Classes with type parameters.
type stack[T] : mutable class
    top : T
    depth : int
    rest : ^cell[T]
endtype
type cell[T] : mutable class
    value : T
    next : ^cell[T]
endtype
function [] = push[T](self : stack[T], x : T)
    if self.depth > 0
        self.rest = cell[T](value:=self.top, next:=self.rest)
    end
    self.top = x
    self.depth += 1
end
function y = pop[T](self : stack[T])
    y = self.top
    self.depth -= 1
    if self.depth > 0
        self.top = self.rest.value
        self.rest = self.rest.next
    end
end
s = stack[int]()
for k = 1..4
    s.push(k * k)
end
print s.pop(), s.pop(), s.pop(), " ", s.depth
% => 1694 1
t = stack[string]()
t.push("a")
t.push("b")
print t.pop(), t.pop()
% => ba
type pair[A,B] : class
    first : A
    second : B
endtype
p = pair[int,string](first:=1, second:="one")
q : pair[int,string] = p
q.first = 2
print p, q
% => {first: 1, second: "one"}{first: 2, second: "one"}
