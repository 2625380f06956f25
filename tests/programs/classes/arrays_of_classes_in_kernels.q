%! features: F056
% Arrays of classes in kernels, device functions and parallel loops; each field is one contiguous array.
type particle : class
    pos : vec2
    vel : vec2
    mass : scalar
    n : int
endtype
function p : particle = __device__ stepped(p : particle, dt : scalar)
    p.pos = p.pos + dt * p.vel
    p.n += 1
end
ps = vec[particle](6)
for k = 0..5
    ps[k].pos = [k, 2*k]
    ps[k].vel[0] = 1
    ps[k].vel[1] = -1
    ps[k].mass = 0.5 * k
end
function [] = __kernel__ advance(ps : vec[particle], dt : scalar, pos : int)
    ps[pos] = stepped(ps[pos], dt)
    ps[pos].mass += 1
end
parallel_do(6, ps, 0.5, advance)
parallel_do(6, ps, 0.5, advance)
print ps[5]
% => {pos: [6,9], vel: [1,-1], mass: 4.5, n: 2}
energy = zeros(6)
for k = 0..5
    energy[k] = ps[k].mass * (ps[k].vel[0]^2 + ps[k].vel[1]^2)
end
print energy
% => [4,5,6,7,8,9]
parallel_do(6, (pos : int) -> ps[pos].n = pos * pos)
s = 0
for k = 0..5
    s += ps[k].n
end
print s
% => 55
function [] = __kernel__ count(ps : vec[particle], pos : int)
    ps[0].n += 1
end
ps[0].n = 0
parallel_do(1000, ps, count)
print ps[0].n, " ", ps[2].pos, " ", sum(energy)
% => 1000 [3,3] 39
%! emits: cuda float* const ps_mass_data = (float*)ps_mass.data;
%! emits: cuda int* const ps_n_data = (int*)ps_n.data;
