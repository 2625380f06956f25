"""Stubs of modules for type checkers and editors.

Invariant: a stub has the functions of the module, with the types that calls take and give.
"""

from ._library import documentation, name_of, python_type


def stubs(module):
    """The text of the file `.pyi` for a module of Quasar functions."""
    lines = ["import numpy", "import numpy.typing", ""]
    for function in module.__quasar__["functions"]:
        params = ", ".join(
            f"{name_of(param, f'p{number}')}: {taken(param)}" for number, param in enumerate(function["params"]))
        results = [python_type(result) for result in function["results"]]
        gives = {0: "None", 1: "".join(results)}.get(len(results), f"tuple[{', '.join(results)}]")
        lines += [f"def {function['name']}({params}) -> {gives}:"]
        lines += [f"    {text!r}" for text in [documentation(function)] if text]
        lines += ["    ...", ""]
    return "\n".join(lines)


def taken(param):
    """The type of what a call may pass."""
    return "numpy.ndarray" if param["changed"] else "numpy.typing.ArrayLike" if param["kind"] == "array" else python_type(param)
