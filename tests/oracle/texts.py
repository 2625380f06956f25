"""Texts: what is printed, joined and formatted; cells; conditions on texts.

*Invariant:* formats are those that C and Python agree on.
"""

import tree
from errors import Errors
from values import INT, Number


class Texts(Errors):
    def strings(self):
        name = self.fresh("s")
        word = self.pick("a", "bc", "image ", "x=")
        n = self.kept(self.number(self.pick("i", "r"), 2))
        self.line(f'{name} = "{word}" + {n.inside(7)}', f'{name} = "{word}" + m.text({n.python})')
        for _ in range(self.pick(1, 2, 3)):
            self.pick(self.format, self.join, self.match_text, self.cell)(name)
        self.line(f"print {name}", f"say({name})")

    def format(self, name):
        i, r = self.tame(self.number("i", 2)), self.kept(self.number("r", 2))
        form = self.pick("%d", "%5d", "%05d", "%-5d|", "%+d", "%i")
        real_form = self.pick("%f", "%.2f", "%8.3f", "%.0f", "%g", "%e", "%-9.1f|")
        self.line(f'print sprintf("<{form} {real_form} %s>", {i.quasar}, {r.quasar}, {name})',
                  f'say("<{form} {real_form} %s>" % ({i.python}, {r.python}, {name}))')

    def join(self, name):
        count = self.fresh("i")
        n = self.pick(1, 2, 4)
        body = tree.Block([tree.Line(f'{name} = {name} + ({count} + 1) + ","', f'{name} = {name} + m.text({count} + 1) + ","')])
        self.block.append(tree.Compound([(f"for {count} = 0..{n - 1}", f"for {count} in m.steps(0, 1, {n - 1}):", body)]))

    def match_text(self, name):
        other = self.pick("a", "bc", "a1", "x=0")
        yes, no = tree.Block([tree.Line('print "equal"', 'say("equal")')]), tree.Block([tree.Line('print "other"', 'say("other")')])
        self.block.append(tree.Compound([(f'if {name} == "{other}"', f'if {name} == "{other}":', yes), ("else", "else:", no)]))

    def cell(self, name):
        """A list of values of several types, its print and its elements."""
        c, d = self.fresh("c"), self.fresh("k")
        i, r, word = self.tame(self.number("i", 1)), self.kept(self.number("r", 1)), self.pick("p", "qr")
        listed = a_list(self)
        real = r.quasar if r.bits or "." in r.quasar else f"float({r.quasar})"
        self.line(f'{c} = {{{i.quasar}, "{word}", [{listed}], {real}}}', f"{c} = ({i.python}, {r.python})")
        self.line(f"print {c}", f"""say("[", {c}[0], ',"{word}",[{listed}],', {c}[1], "]")""")
        self.line(f"{d} = {c}[0] + 1", f"{d} = m.i32({c}[0] + 1)")
        self.numbers.append(Number(d, d, "i", -INT - 1, INT + 1))


def a_list(builder):
    return ",".join(str(builder.random.randrange(9)) for _ in range(3))
