% One part of a feature of the inventory.
fact = (n : int) -> n <= 1 ? 1 : n*fact(n-1)
print fact(6)
% => 720
