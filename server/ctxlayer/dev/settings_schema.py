"""The JSON schema of `ctxlayer.toml`, from the settings model and the registered lints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ctxlayer.lints.registry import known_names
from ctxlayer.settings.model import Settings
from ctxlayer.settings.spec import Spec, specs

Schema = dict[str, Any]

_TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
_DAYS: Schema = {"type": "integer", "minimum": 0}


def json_schema() -> Schema:
    """The schema, in the dialect that TOML editors read (draft 7)."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "ctxlayer.toml",
        **_model(Settings),
    }


def _model(model: type[Any] | None) -> Schema:
    """A table with the settings of `model` and no others, unless it takes free names."""
    assert model is not None
    properties: Schema = {}
    others: Schema | bool = False
    for key, (field, spec) in specs(model).items():
        if spec.shape == "rest":
            others = _model(spec.model)
            continue
        properties[key] = {**_shape(spec), **_words(spec)}
        if _plain(field.default):
            properties[key]["default"] = _json(field.default)
    return {"type": "object", "properties": properties, "additionalProperties": others}


def _words(spec: Spec) -> Schema:
    return {"description": spec.doc} if spec.doc else {}


def _plain(default: Any) -> bool:
    """Whether a default can be said in TOML: absent is no value, and named tuples are ours."""
    if isinstance(default, tuple):
        return all(isinstance(each, str) for each in default)
    return isinstance(default, (bool, int, str))


def _json(default: Any) -> Any:
    return list(default) if isinstance(default, tuple) else default


def _shape(spec: Spec) -> Schema:
    return _SHAPES[spec.shape](spec)


def _choice(spec: Spec) -> Schema:
    return {"enum": list(spec.choices)}


def _table_of(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _closed(names: Mapping[str, Schema]) -> Schema:
    return {"type": "object", "properties": dict(names), "additionalProperties": False}


def _tables(_spec: Spec) -> Schema:
    entry = _closed({"path": {"type": "string"}, "hot": {"type": "boolean"}})
    return {
        "anyOf": [
            _table_of({"enum": ["hot", "cold"]}),
            {"type": "array", "items": {"anyOf": [{"type": "string"}, entry]}},
        ]
    }


def _days(_spec: Spec) -> Schema:
    limits = _closed({"knowledge-days": _DAYS, "extraction-days": _DAYS})
    return _table_of({"anyOf": [_DAYS, limits]})


_SHAPES: Mapping[str, Callable[[Spec], Schema]] = {
    "flag": lambda _: {"type": "boolean"},
    "whole": lambda spec: {"type": "integer", "minimum": spec.minimum},
    "text": lambda _: {"type": "string"},
    "choice": _choice,
    "texts": lambda _: _TEXTS,
    "globs": lambda _: {"anyOf": [{"type": "string"}, _TEXTS]},
    "group": lambda spec: _model(spec.model),
    "named": lambda spec: _table_of(_model(spec.model)),
    "choices": lambda spec: _table_of(_choice(spec)),
    "lists": lambda spec: _closed(dict.fromkeys(spec.choices, _TEXTS)),
    "lints": lambda spec: _closed(dict.fromkeys(sorted(known_names()), _choice(spec))),
    "tables": _tables,
    "days": _days,
    "array": lambda spec: {"type": "array", "items": _model(spec.model)},
    "open": lambda _: {"type": "object"},
}
