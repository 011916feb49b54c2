"""Write what is made from the code: the registry of the rules, their pages and that of the settings.

``python tools/generate.py`` finds every class under ``@register`` in ``tflint/rules``, and writes
``tflint/rules/rule_modules.py``, ``docs/rules.md`` and ``docs/rules/``; from the table of settings
``docs/settings.md`` and ``docs/tflint.schema.json``. ``--check`` only says which are out of date, and
exits with 1 if any is.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "tflint" / "rules"
REGISTRY = RULES / "rule_modules.py"
DOCS = ROOT / "docs"
COMMAND = "python tools/generate.py"
_REGISTRY = '''\
"""Where each rule stands, by code; written by ``{command}``, never by hand."""

from __future__ import annotations

MODULES = {{
{modules}
}}
OPT_IN = frozenset({{{opt_in}}})
"""Rules that are off unless they are asked for by their code."""
CALLS = frozenset(
    {{
{calls}
    }}
)
"""Functions whose calls rules about eager code want to see, by the last part of their names."""
STORES = frozenset(
    {{
{stores}
    }}
)
"""Attributes that they want to see assigned to."""
METHODS = frozenset(
    {{
{methods}
    }}
)
"""Methods of whose classes they want to see."""
'''
_INTRODUCTION = """\
# The rules

Codes are promises: they never change meaning and are never reused. *Harm* says what a pitfall
costs: **silent** (graph and eager code differ, and nobody tells you), **raises** (it fails once it
is a graph), **cost** (slower than it looks), **error** (the file or the run is at fault). *Fixes* says
which [`--fix`](fixes.md) makes. Each page is also printed by `tflint rule CODE`.
"""

_SETTINGS = """\
# Settings

tflint reads `.tflint.toml`, `tflint.toml`, or `[tool.tflint]` in `pyproject.toml`: of each folder the first
that there is. In the first two the keys stand by themselves, without `tool.tflint`.

**The nearest file rules its folder.** What holds for files comes from the nearest file of settings, from
their folder upwards, and from that one alone: files further up count only where it names them with
`extend`. What holds for a whole run comes from the nearest file of the folder that all paths share; a run
says which keys of other files it does not follow. The command line is over all files, `--config FILE` names
one for all paths, and `--isolated` follows none. `plugins` are code, which not every file may name
([rules of your own](plugins.md)).

`tflint config FILE` shows what is in force for a file, and where each value comes from. Editors complete
and check the keys by [a JSON schema](tflint.schema.json), which `tflint config --schema` prints.

A key that tflint does not know, and a value of another type, end the run with one line and status 2.
"""


class Found(NamedTuple):
    """A rule as its file tells of it."""

    code: str
    module: str
    default: bool
    calls: frozenset[str] = frozenset()
    stores: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()


def find() -> list[Found]:
    """The rules of all families, in order of code.

    Raises:
        ValueError: two rules have one code, or a file is not where its family stands.
    """
    found = sorted(
        rule
        for path in sorted(RULES.glob("*/*.py"))
        for rule in _rules_in(path, ast.parse(path.read_text()))
    )
    codes = [rule.code for rule in found]
    if len(set(codes)) < len(codes):
        raise ValueError(
            f"two rules have one code: {sorted(c for c in codes if codes.count(c) > 1)}"
        )
    families = {(rule.code[:4], rule.module.partition(".")[0]) for rule in found}
    if any(len(set(names)) < len(families) for names in zip(*families, strict=True)):
        raise ValueError(f"a family is one folder and one hundred of codes: {sorted(families)}")
    return found


def _rules_in(path: Path, tree: ast.Module) -> Iterator[Found]:
    module = ".".join(path.relative_to(RULES).with_suffix("").parts)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and any(
            isinstance(d, ast.Name) and d.id == "register" for d in node.decorator_list
        ):
            says = {
                part.targets[0].id: part.value.value
                for part in node.body
                if isinstance(part, ast.Assign)
                and isinstance(part.targets[0], ast.Name)
                and isinstance(part.value, ast.Constant)
            }
            names = _names_wanted(node) if "EagerRule" in map(ast.unparse, node.bases) else []
            yield Found(str(says["code"]), module, says.get("default") is not False, *names)


def _names_wanted(rule: ast.ClassDef) -> list[frozenset[str]]:
    """What a rule about eager code wants to see: calls, stores and methods, written out in its class."""
    said = {
        part.targets[0].id: part.value
        for part in rule.body
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name)
    }
    return [
        frozenset(ast.literal_eval(said[name].args[0])) if name in said else frozenset()
        for name in ("call_names", "store_names", "method_names")
    ]


def registry() -> str:
    """The text of the registry."""
    found = find()
    modules = "\n".join(f'    "{rule.code}": "{rule.module}",' for rule in found)
    opt_in = ", ".join(f'"{rule.code}"' for rule in found if not rule.default)
    return _REGISTRY.format(
        command=COMMAND,
        modules=modules,
        opt_in=opt_in,
        calls=_quoted(rule.calls for rule in found),
        stores=_quoted(rule.stores for rule in found),
        methods=_quoted(rule.methods for rule in found),
    )


def _quoted(names: Iterable[frozenset[str]]) -> str:
    return "\n".join(f'        "{name}",' for name in sorted(frozenset().union(*names)))


def families() -> dict[str, str]:
    """The title of each family by the beginning of its codes: the docstring of its folder."""
    titles = {"TFL0": "The run itself"}
    for rule in find():
        package = RULES / rule.module.partition(".")[0] / "__init__.py"
        titles[rule.code[:4]] = ast.get_docstring(ast.parse(package.read_text())) or ""
    return titles


def pages() -> dict[Path, str]:
    """Every page: its path and its text."""
    from tflint.linting.codes import catalogue, every_rule
    from tflint.linting.settings.schema import schema
    from tflint.report.pages import page

    written = {DOCS / "rules" / f"{code}.md": page(rule) for code, rule in every_rule().items()}
    return {
        DOCS / "rules.md": index(),
        DOCS / "settings.md": settings(),
        DOCS / "tflint.schema.json": json.dumps(schema(catalogue()), indent=2) + "\n",
        **written,
    }


def settings() -> str:
    """The page of the settings, table by table."""
    from tflint.linting.settings.keys import KEYS, KINDS

    parts = [_SETTINGS]
    for key in KEYS:
        default = "none" if key.default is None else f"`{_as_toml(key.default)}`"
        *tables, name = key.path
        example = f"[{'.'.join(['tool.tflint', *tables])}]\n{name} = {key.example}"
        option = f"- Command line: `{key.option}`\n" if key.option else ""
        scope = "the run" if key.of_run else "the files below the folder of its file"
        parts.append(
            f"## {key.name}\n\n{key.says}\n\n- Takes {KINDS[key.kind]}\n- Default: {default}\n"
            f"- Holds for {scope}\n{option}\n```toml\n{example}\n```\n"
        )
    return "\n".join(parts)


def _as_toml(value: object) -> str:
    return json.dumps(value)


def index() -> str:
    """The list of all rules, family by family."""
    from tflint.linting.codes import every_rule

    parts = [_INTRODUCTION]
    for prefix, title in sorted(families().items()):
        rules = [rule for code, rule in every_rule().items() if code.startswith(prefix)]
        rows = [
            f"| [{rule.code}](rules/{rule.code}.md) | {rule.name} | {rule.summary} "
            f"| {rule.harm.value} | {'yes' if rule.default else 'no'} "
            f"| {rule.fix.value if rule.fix else ''} |"
            for rule in rules
        ]
        head = [
            "| code | name | what it says | harm | on by default | fixes |",
            "|---|---|---|---|---|---|",
        ]
        parts.append("\n".join([f"## {title} ({prefix})", "", *head, *rows, ""]))
    return "\n".join(parts)


def outdated() -> list[Path]:
    """Files that are missing, differ, or belong to no rule; the pages only once the registry is right."""
    if not REGISTRY.exists() or REGISTRY.read_text() != registry():
        return [REGISTRY]
    wanted = pages()
    wrong = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    return [*wrong, *(path for path in (DOCS / "rules").glob("*.md") if path not in wanted)]


def write() -> None:
    """Make the files what the rules say."""
    REGISTRY.write_text(registry())
    for path in outdated():
        path.unlink(missing_ok=True)
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # the rules beside this tool, whatever else is installed
    if "--check" in sys.argv[1:]:
        stale = outdated()
        for path in stale:
            print(f"out of date: {path.relative_to(ROOT)}; run {COMMAND}")
        sys.exit(1 if stale else 0)
    write()
