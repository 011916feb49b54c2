"""The settings as a JSON schema, which editors complete and check by."""

from __future__ import annotations

from typing import Any

from tflint.linting.plugins import CODE
from tflint.linting.selection import ALL, Catalogue
from tflint.linting.settings.keys import KEYS, SettingKey
from tflint.linting.settings.model import EXECUTOR, OUTPUT_FORMATS

_TEXT = {"type": "string"}
_PLACE = {"type": "string", "pattern": r"\S"}
_MODULE = {"type": "string", "pattern": r"^[^\W\d]\w*(\.[^\W\d]\w*)*$"}
_OTHERS = {"type": "string", "pattern": f"^{CODE.pattern.replace('{3}', '{0,3}')}$"}
"""Codes and beginnings of codes of a project's own rules."""


def schema(catalogue: Catalogue) -> dict[str, Any]:
    """The schema of ``tflint.toml``, and of ``[tool.tflint]`` in pyproject.toml."""
    properties: dict[str, Any] = {}
    for key in KEYS:
        *tables, name = key.path
        inside = properties
        for table in tables:
            inside = inside.setdefault(table, _table({}))["properties"]
        inside[name] = {"description": key.says, **_of(key, catalogue)}
        if key.default is not None:
            inside[name]["default"] = key.default
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of tflint",
        **_table(properties),
    }


def _table(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _of(key: SettingKey, catalogue: Catalogue) -> dict[str, Any]:
    """What the values of a key look like."""
    prefixes = {code[:length] for code in catalogue for length in range(3, len(code) + 1)}
    ours = {"type": "string", "enum": [ALL, *sorted(prefixes)]}
    selectors = {"type": "array", "items": {"anyOf": [ours, _OTHERS]}}
    texts = {"type": "array", "items": _TEXT}
    forms: dict[str, dict[str, Any]] = {
        "boolean": {"type": "boolean"},
        "format": {"type": "string", "enum": list(OUTPUT_FORMATS)},
        "path": _PLACE,
        "program": _PLACE,
        "executor": {"type": "string", "pattern": f"^({EXECUTOR})$"},
        "paths": texts,
        "patterns": texts,
        "modules": {"type": "array", "items": _MODULE},
        "selectors": selectors,
        "by pattern": {"type": "object", "additionalProperties": selectors},
        "seconds": {"type": "number", "exclusiveMinimum": 0},
        "count": {"type": "integer", "minimum": 1},
    }
    return forms[key.kind]
