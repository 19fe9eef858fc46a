"""The words that the settings model is written in.

Each helper makes a dataclass field and keeps beside its default what readers need: the kind of
value, a sentence for the documentation, the accepted values. Defaults, validation, the JSON
schema and the settings page all come from these fields, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Literal, TypeVar, cast

T = TypeVar("T")

Shape = Literal[
    "flag",  # true or false
    "whole",  # a whole number
    "text",  # one string
    "choice",  # one of `choices`
    "texts",  # a list of strings
    "globs",  # one glob or a list of them
    "group",  # a table with the fields of `model`
    "named",  # a table of tables, each with the fields of `model`
    "rest",  # like `named`, made of the keys of this table that are no other setting
    "choices",  # a table of free names, each one of `choices`
    "lists",  # a table of lists of strings, whose keys are `choices`
    "lints",  # a table of lint ids and families, each one of `choices`
    "tables",  # the trigger tables, see `model.TableFile`
    "days",  # a table of topics, each a number or a table of numbers, see `model.TopicDays`
    "array",  # an array of tables with the fields of `model`
    "open",  # a table with any keys
]


@dataclass(frozen=True, slots=True)
class Spec:
    """What one setting accepts."""

    shape: Shape
    doc: str
    since: str = "0.1"
    choices: tuple[str, ...] = ()
    minimum: int = 0
    model: type[Any] | None = None
    adds: bool = False
    """What the file says is added to the default instead of replacing it."""


def whole(default: int, doc: str, *, minimum: int = 1) -> int:
    """A whole number."""
    return cast(int, _field(default, Spec("whole", doc, minimum=minimum)))


def flag(default: T, doc: str) -> T:
    """True or false; the default may also be None, for absent."""
    return cast(T, _field(default, Spec("flag", doc)))


def text(default: T, doc: str) -> T:
    """One string; the default may also be None, for absent."""
    return cast(T, _field(default, Spec("text", doc)))


def choice(default: T, doc: str, choices: tuple[str, ...]) -> T:
    """One of `choices`."""
    return cast(T, _field(default, Spec("choice", doc, choices=choices)))


def texts(default: T, doc: str) -> T:
    """A list of strings; the default may also be None, for absent."""
    return cast(T, _field(default, Spec("texts", doc)))


def globs(default: T, doc: str) -> T:
    """One glob or a list of them."""
    return cast(T, _field(default, Spec("globs", doc)))


def group(model: type[Any]) -> dict[str, Spec]:
    """Metadata of a table with settings of its own; the docstring of `model` describes it."""
    return {"spec": Spec("group", model.__doc__ or "", model=model)}


def table(
    shape: Shape,
    doc: str,
    *,
    model: type[Any] | None = None,
    choices: tuple[str, ...] = (),
    default: Mapping[str, Any] | None = None,
) -> Any:
    """A table with free names, of one of the shapes `named`, `rest`, `choices`, `lists`, `days`, `open`."""
    spec = Spec(shape, doc, model=model, choices=choices, adds=default is not None)
    return field(default_factory=lambda: dict(default or {}), metadata={"spec": spec})


def several(shape: Shape, default: tuple[T, ...], doc: str, model: type[T]) -> tuple[T, ...]:
    """A tuple of `model`, of one of the shapes `array`, `tables`."""
    return cast("tuple[T, ...]", _field(default, Spec(shape, doc, model=model)))


def _field(default: Any, spec: Spec) -> Any:
    return field(default=default, metadata={"spec": spec})


def key_of(name: str) -> str:
    """The settings key of a field: dashes where Python needs underscores."""
    return name.replace("_", "-")


def specs(model: type[Any]) -> dict[str, tuple[Field[Any], Spec]]:
    """The settings of a model class by key; fields without a spec are not settings."""
    return {
        key_of(each.name): (each, each.metadata["spec"])
        for each in fields(model)
        if "spec" in each.metadata
    }


@dataclass(frozen=True, slots=True)
class Described:
    """One setting as documentation shows it. `key` holds `<name>` where any name goes."""

    key: str
    spec: Spec
    default: Any


def describe(model: type[Any], prefix: str = "") -> list[Described]:
    """Every setting of `model` and of the models below it, in order."""
    found: list[Described] = []
    empty = model()
    for key, (each, spec) in specs(model).items():
        full = f"{prefix}{key}"
        if spec.shape == "group" and spec.model:
            found += describe(spec.model, f"{full}.")
        elif spec.shape == "named" and spec.model:
            found += describe(spec.model, f"{full}.<name>.")
        elif spec.shape == "rest" and spec.model:
            found += describe(spec.model, f"{prefix}<name>.")
        elif spec.shape == "array" and spec.model:
            found.append(Described(full, spec, getattr(empty, each.name)))
            found += describe(spec.model, f"{full}[].")
        else:
            found.append(Described(full, spec, getattr(empty, each.name)))
    return found
