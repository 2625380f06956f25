%! features: F055
% A chain of two hundred thousand objects: made, copied with all that it leads to, cut and let go of.
type node : mutable class
    value : int
    next : ^node
endtype
function n = length_of(list : ^node)
    n = 0
    at = list
    while at != nullptr
        n += 1
        at = at.next
    end
end
function [] = main()
    head : ^node = nullptr
    for k = 1..200000
        head = node(value:=k, next:=head)
    end
    other = deepcopy(head)
    other.next.value = 5
    % => 200000 200000
    print length_of(head), " ", length_of(other)
    % => 199999 5
    print head.next.value, " ", other.next.value
    other = nullptr
    head.next.next = nullptr
    % => 2
    print length_of(head)
end
