% One part of a feature of the inventory.
assert(1 > 2) %~ E0322 assert
