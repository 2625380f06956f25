% Methods.
type counter : class
    n : int
    step : int
end
function [] = advance(self : counter, times : int)
    for k = 1..times
        self.n += self.step
        now = self.n
    end
end
function y = doubled(self : counter)
    y = 2 * self.n
end
function [] = main()
    c = counter(n:=0, step:=3)
    c.advance(2)
    d = c.doubled()
    c.step = 10
    c.advance(1)
    e = c.n + d
    print c, d, e
end
