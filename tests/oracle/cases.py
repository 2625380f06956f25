"""Which cases there are: a theme each, made of the parts that the builders write.

*Invariant:* a case follows from its seed alone.
"""

from lists import Lists


class Case(Lists):
    theme = ""

    def start(self, arrays=(2, 2, 3)):
        for _ in range(self.pick(*arrays)):
            self.new_array()
        for _ in range(self.pick(1, 2)):
            self.declare()

    def loops(self):
        """Nests over elements."""
        self.start()
        for _ in range(self.pick(1, 2, 2)):
            self.nest()

    def large(self):
        """The same with arrays that go to several threads."""
        self.most = 8000
        dims = self.pick([3000], [70, 90], [90, 60], [33, 180], [5000])
        for kind in (self.pick("scalar", "int"), self.pick("scalar", "scalar", "int", "uint8", "int16")):
            self.new_array(kind, dims, self.pick("", "", "mirror", "clamped"))
        for _ in range(self.pick(1, 2)):
            self.pick(self.nest, self.nest, self.launch, self.array_statement, self.stencil)()

    def whole_arrays(self):
        """Statements on whole arrays."""
        self.start()
        for _ in range(self.pick(3, 5, 8)):
            self.array_statement()
        if self.chance(15):
            self.great_totals()

    def mixed(self):
        """Nests between statements on arrays, aliases of the same arrays in both."""
        self.start((1, 2))
        for _ in range(self.pick(3, 4, 6)):
            self.pick(self.array_statement, self.array_statement, self.nest, self.alias)()

    def in_loops(self):
        """Statements on whole arrays within loops."""
        self.start()
        for _ in range(self.pick(1, 2)):
            self.loop(lambda: [self.pick(self.store_slice, self.store_slice, self.store_whole, self.statement)() for _ in range(self.pick(1, 2, 3))], limit=12)

    def launches(self):
        """Kernels of one position each, between other statements."""
        self.start()
        for _ in range(self.pick(1, 2, 3)):
            self.pick(self.launch, self.launch, self.lambda_launch, self.serial_launch, self.array_statement, self.alias)()

    def blocks(self):
        """Kernels whose threads wait for each other."""
        for _ in range(self.pick(1, 1, 2)):
            self.block_launch()

    def calls(self):
        """Functions, within loops and launches too."""
        self.start()
        for _ in range(self.pick(1, 2, 3)):
            self.pick(self.function, self.function, self.function, self.recursive, self.several, self.closure)()
        for _ in range(self.pick(1, 2)):
            self.pick(self.nest, self.nest, self.launch, self.closure)()

    def closures(self):
        """Lambdas and functions within the case that call each other, while what they have kept changes."""
        self.start((1,))
        for _ in range(self.pick(2, 3, 4)):
            self.closure()

    def effects(self):
        """Functions that change arrays, and what their callers have read before."""
        self.start()
        for _ in range(self.pick(2, 3, 4)):
            self.pick(self.order, self.order, self.order_of_arrays, self.procedure, self.set_by_calls, self.nest, self.alias)()

    def objects(self):
        """Classes, in loops too."""
        self.start((1, 2))
        for _ in range(self.pick(1, 2)):
            self.classes()
        self.pick(self.nest, self.launch, self.array_statement)()

    def filters(self):
        """Windows around each position, one pass after another."""
        if self.chance(75):
            return self.chain()
        self.start()
        for _ in range(self.pick(2, 3)):
            self.pick(self.stencil, self.stencil, self.alias, self.array_statement)()

    def matrices(self):
        """Nests of linear algebra."""
        for _ in range(self.pick(1, 2)):
            self.products()

    def registers(self):
        """Small arrays with constant indices, and functions that change them."""
        self.small_arrays()
        for _ in range(self.pick(4, 6, 8)):
            self.small_statement()

    def sizes(self):
        """Parts of arrays whose ends move, and numbers that tell sizes."""
        for _ in range(self.pick(1, 2)):
            self.pick(self.frames, self.known_sizes)()

    def in_place(self):
        """Passes that write what others have read."""
        for _ in range(self.pick(1, 1, 2)):
            self.back_and_forth()

    def idioms(self):
        """What real programs are made of, one after the other."""
        for _ in range(self.pick(1, 2, 2)):
            self.idiom()

    def recurrences(self):
        """Iterations that need what others have left."""
        for _ in range(self.pick(1, 2, 3)):
            self.pick(self.carried, self.carried, self.pivoted, self.pivoted, self.left_over, self.read_again)()

    def errors(self):
        """Errors that are caught."""
        self.start()
        for _ in range(self.pick(1, 2, 3)):
            self.pick(self.attempt, self.attempt, self.attempt, self.outside_at_once, self.failing_launch)()
        self.pick(self.nest, self.array_statement)()

    def texts(self):
        """Texts between numbers."""
        self.start((1,))
        for _ in range(self.pick(1, 2)):
            self.strings()
        self.nest()


# Themes and how many of some hundred cases are of each.
SHARES = {"loops": 20, "whole_arrays": 12, "mixed": 16, "in_loops": 8, "launches": 14, "blocks": 4, "calls": 9, "closures": 4, "effects": 6, "objects": 4, "errors": 5,
          "texts": 2, "filters": 12, "large": 3, "matrices": 8, "registers": 6, "recurrences": 18, "sizes": 8, "in_place": 8, "idioms": 44, "lists": 8}
THEMES = [theme for theme, share in SHARES.items() for _ in range(share)]


def make(name, seed):
    case = Case(name, seed)
    case.theme = case.random.choice(THEMES)
    getattr(case, case.theme)()
    case.show()
    return case
