"""Where names are read: all reads, and each with the function it stands in."""

from __future__ import annotations

from snippets import module_of, project_of

from tflint.syntax.uses import Uses


def reads_of(name: str, text: str) -> list[tuple[str, int]]:
    """The functions and lines that read a name of ``m.py``."""
    module = module_of(project_of({"m.py": text}), "m.py")
    uses = Uses([module], module.calls)
    return sorted((use.function.name, use.node.lineno) for use in uses.references(name))


def test_each_function_that_has_the_name_in_its_lines_is_asked() -> None:
    text = """\
    class Net: ...

    @keep(Net)
    def made(cls=Net):
        def inner():
            return (
                Net
            )
        return inner, lambda: Net

    def other(x):
        return x.Net, [Net for _ in x]

    found = Net
    """
    assert reads_of("Net", text) == [
        ("<lambda>", 9),
        ("<module>", 14),
        ("inner", 7),
        ("made", 3),
        ("made", 4),
        ("other", 12),
        ("other", 12),
    ]


def test_a_name_that_is_spelled_otherwise_is_the_same_name() -> None:
    assert reads_of("fit", "def fit(): ...\n\ndef made():\n    return \ufb01t\n") == [("made", 4)]
