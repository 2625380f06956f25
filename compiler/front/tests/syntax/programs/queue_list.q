type node : mutable class
    value : ??
    next : ^node
endtype
type queue : dynamic class
    head : ^node
    tail : ^node
    count
endtype
function q = new_queue()
    q = queue(head:=nullptr, tail:=nullptr, count:=0)
end
function [] = enqueue(self : queue, value)
    n = node(value:=value, next:=nullptr)
    if self.head == nullptr
        self.head = n
    else
        self.tail.next = n
    end
    self.tail = n; self.count += 1
end
q = new_queue()
q.enqueue({1, "two"}); q.enqueue(x -> x);
while q.count > 0
    item = q.dequeue(); match type(item) with | "string" -> print item
    | _ -> continue end
end
