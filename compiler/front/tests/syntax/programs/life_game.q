function world : mat'circular = step(old : mat'circular)
    world = zeros(size(old))
    for m = 0..size(old,0)-1
        for n = 0..size(old,1)-1
            around = 0
            for dm = -1..1
                for dn = -1..1
                    around += (dm != 0 || dn != 0) ? old[m+dm,n+dn] : 0
                end
            end
            world[m,n] = around == 3 || around == 2 && old[m,n]
        end
    end
end
world : mat'circular = rand(32,32) > 0.7
generation = 0
repeat world = step(world); generation += 1 until generation >= 100 || sum(world) == 0
