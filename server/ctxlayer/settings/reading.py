"""From a parsed document to settings: what fits is taken, what does not is reported, all at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from ctxlayer.globs import LAYER, closest, compile_glob
from ctxlayer.settings.model import PathSettings, TableFile, TopicDays
from ctxlayer.settings.spec import Spec, specs
from ctxlayer.settings.toml_spans import Path, locate
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Edit, Span

_Table = Mapping[str, Any]
_REFUSED: Any = object()
"""Stands for a value that was reported and is left at its default."""

_HEAT = {"hot": True, "cold": False, True: True, False: False}


class Reader:
    """Reads one document; problems gather in `problems`."""

    def __init__(self, text: str, known_lints: Collection[str], prefix: Path) -> None:
        self.problems: list[Problem] = []
        self._source = text
        self._places = locate(text)
        self._lints = known_lints
        self._prefix = prefix
        self._shapes: dict[str, Callable[[Any, Spec, Path, Any], Any]] = {
            "flag": self._flag,
            "whole": self._whole,
            "text": self._text,
            "choice": self._choice,
            "texts": self._texts,
            "globs": self._globs,
            "group": self._group,
            "named": self._named,
            "choices": self._choices,
            "lists": self._lists,
            "lints": self._severities,
            "tables": self._tables,
            "days": self._days,
            "array": self._array,
            "open": self._open,
        }

    def model(self, model: type[Any], table: _Table, path: Path) -> Any:
        """An instance of `model` from the keys of `table`, which stands at `path`."""
        known = specs(model)
        rest = next(((e, s) for e, s in known.values() if s.shape == "rest"), None)
        names = [key for key, (_, spec) in known.items() if spec.shape != "rest"]
        defaults = model()
        values: dict[str, Any] = {}
        others: dict[str, Any] = {}
        for key, value in table.items():
            if key in names:
                each, spec = known[key]
                read = self._shapes[spec.shape](
                    value, spec, (*path, key), getattr(defaults, each.name)
                )
                if read is not _REFUSED:
                    values[each.name] = read
            elif rest is None:
                self._unknown(key, names, path)
            elif isinstance(value, dict) or closest(key, names) is None:
                others[key] = value
            else:
                self._unknown(key, names, path)
        if rest is not None:
            values[rest[0].name] = self._named(others, rest[1], path, {})
        return model(**values)

    # --- one method for each shape: (value, spec, path, default) -> value or _REFUSED

    def _flag(self, value: Any, _spec: Spec, path: Path, _default: Any) -> Any:
        if isinstance(value, bool):
            return value
        fix = {"true": "true", "false": "false"}.get(str(value).strip().lower())
        return self._wrong(value, path, "true or false", fix)

    def _whole(self, value: Any, spec: Spec, path: Path, default: Any) -> Any:
        if isinstance(value, int) and not isinstance(value, bool):
            if value >= spec.minimum:
                return value
            return self._wrong(value, path, f"a whole number from {spec.minimum} up")
        digits = str(value).strip().replace("_", "").replace(",", "")
        fix = digits if isinstance(value, str) and digits.isdecimal() else None
        example = f", such as {default}" if isinstance(default, int) else ""
        return self._wrong(value, path, f"a whole number{example}", fix)

    def _text(self, value: Any, _spec: Spec, path: Path, _default: Any) -> Any:
        return value if isinstance(value, str) else self._wrong(value, path, "a text in quotes")

    def _choice(self, value: Any, spec: Spec, path: Path, _default: Any) -> Any:
        if isinstance(value, str) and value in spec.choices:
            return value
        accepted = f"one of {', '.join(spec.choices)}"
        near = closest(value, spec.choices) if isinstance(value, str) else None
        if value is False and "off" in spec.choices:
            near = "off"
        return self._wrong(value, path, accepted, f'"{near}"' if near else None)

    def _texts(self, value: Any, _spec: Spec, path: Path, _default: Any) -> Any:
        if not isinstance(value, list):
            fix = (
                f"[{self._places.value(path).of(self._source)}]" if isinstance(value, str) else None
            )
            return self._wrong(value, path, "a list of texts in quotes", fix)
        for at, item in enumerate(value):
            if not isinstance(item, str):
                self._wrong(item, (*path, at), "texts in quotes", of=path)
        return tuple(item for item in value if isinstance(item, str))

    def _globs(self, value: Any, spec: Spec, path: Path, default: Any) -> Any:
        if isinstance(value, str):
            self._check_glob(value, path)
            return (value,)
        if not isinstance(value, list):
            return self._wrong(value, path, "a glob or a list of globs, in quotes")
        for at, item in enumerate(value):
            if isinstance(item, str):
                self._check_glob(item, (*path, at))
        return self._texts(value, spec, path, default)

    def _group(self, value: Any, spec: Spec, path: Path, default: Any) -> Any:
        table = self._table(value, path)
        return _REFUSED if table is None else self.model(spec.model or type(default), table, path)

    def _named(self, value: Any, spec: Spec, path: Path, _default: Any) -> Any:
        table = self._table(value, path)
        if table is None or spec.model is None:
            return _REFUSED
        found = {}
        for name, inner in table.items():
            below = self._table(inner, (*path, name))
            if below is not None:
                found[name] = self.model(spec.model, below, (*path, name))
        return found

    def _choices(self, value: Any, spec: Spec, path: Path, default: Any) -> Any:
        found = dict(default) if spec.adds else {}
        for name, inner in (self._table(value, path) or {}).items():
            read = self._choice(inner, spec, (*path, name), None)
            if read is not _REFUSED:
                found[name] = read
        return found

    def _lists(self, value: Any, spec: Spec, path: Path, default: Any) -> Any:
        found = dict(default)
        for name, inner in (self._table(value, path) or {}).items():
            if name not in spec.choices:
                self._unknown(name, spec.choices, path)
                continue
            read = self._texts(inner, spec, (*path, name), ())
            if read is not _REFUSED:
                found[name] = tuple(dict.fromkeys((*found[name], *read)))
        return found

    def _severities(self, value: Any, spec: Spec, path: Path, _default: Any) -> Any:
        found = {}
        for name, inner in (self._table(value, path) or {}).items():
            if self._lints and name not in self._lints:
                self._unknown(name, self._lints, path, "a lint or a family of lints")
                continue
            read = self._choice(inner, spec, (*path, name), None)
            if read is not _REFUSED:
                found[name] = read
        return found

    def _tables(self, value: Any, _spec: Spec, path: Path, _default: Any) -> Any:
        if isinstance(value, list):
            found = [self._listed_table(item, (*path, at)) for at, item in enumerate(value)]
            return tuple(file for file in found if file is not None)
        table = self._table(value, path)
        if table is None:
            return _REFUSED
        files = []
        for name, inner in table.items():
            hot = _HEAT.get(inner) if isinstance(inner, (str, bool)) else None
            if hot is None:
                self._wrong(inner, (*path, name), '"hot" or "cold"')
            else:
                files.append(TableFile(name, hot))
        return tuple(files)

    def _listed_table(self, item: Any, path: Path) -> TableFile | None:
        """A table by its bare path, which is then hot, or as `{path = ..., hot = ...}`."""
        if isinstance(item, str):
            return TableFile(item, True)
        name = item.get("path") if isinstance(item, dict) else None
        if not isinstance(name, str):
            self._wrong(item, path, "a path in quotes, or `{path = ..., hot = ...}`")
            return None
        for key in item:
            if key not in ("path", "hot"):
                self._unknown(key, ("path", "hot"), path)
        hot = self._flag(item.get("hot", True), Spec("flag", ""), (*path, "hot"), True)
        return None if hot is _REFUSED else TableFile(name, hot)

    def _days(self, value: Any, _spec: Spec, path: Path, _default: Any) -> Any:
        found = {}
        days = Spec("whole", "", minimum=0)
        for topic, inner in (self._table(value, path) or {}).items():
            if not isinstance(inner, dict):
                read = self._whole(inner, days, (*path, topic), 30)
                if read is not _REFUSED:
                    found[topic] = TopicDays(read, read)
                continue
            limits: dict[str, int] = {}
            keys = {f"{name}-days": name for name in TopicDays._fields}
            for key, number in inner.items():
                if key not in keys:
                    self._unknown(key, keys, (*path, topic))
                    continue
                read = self._whole(number, days, (*path, topic, key), 30)
                if read is not _REFUSED:
                    limits[keys[key]] = read
            found[topic] = TopicDays(**limits)
        return found

    def _array(self, value: Any, spec: Spec, path: Path, _default: Any) -> Any:
        if not isinstance(value, list) or spec.model is None:
            return self._wrong(value, path, f"an array of tables; write `[[{path[-1]}]]`")
        found = []
        for at, inner in enumerate(value):
            table = self._table(inner, (*path, at))
            if table is not None:
                found.append(self.model(spec.model, table, (*path, at)))
                if spec.model is PathSettings and closest("glob", table) is None:
                    self._report(
                        self._places.value((*path, at)),
                        f"`{self._name((*path, at))}` applies to no file; add a `glob`",
                    )
        return tuple(found)

    def _open(self, value: Any, _spec: Spec, path: Path, _default: Any) -> Any:
        table = self._table(value, path)
        return _REFUSED if table is None else table

    def _check_glob(self, pattern: str, path: Path) -> None:
        error = compile_glob(pattern, LAYER).error
        if error:
            self._report(self._places.value(path), f"the glob `{pattern}` is invalid: {error}")

    # --- reports

    def _table(self, value: Any, path: Path) -> _Table | None:
        if isinstance(value, dict):
            return value
        self._wrong(value, path, f"a table; write `[{self._name(path)}]` and its keys below")
        return None

    def _unknown(
        self, key: str, known: Collection[str], path: Path, what: str = "a setting"
    ) -> None:
        span = self._places.key((*path, key))
        near = closest(key.replace("_", "-"), known)
        if near is None:
            hint = f"; known here: {', '.join(sorted(known))}" if len(known) <= 20 else ""
            self._report(span, f"`{self._name((*path, key))}` is not {what}{hint}")
            return
        self._report(
            span,
            f"`{self._name((*path, key))}` is not {what}; did you mean `{near}`?",
            (Edit(span, near),),
            f"Rename to `{near}`",
        )

    def _wrong(
        self, value: Any, path: Path, accepted: str, fix: str | None = None, of: Path = ()
    ) -> Any:
        span = self._places.value(path)
        message = f"`{self._name(of or path)}` takes {accepted}; this is {_shown(value)}"
        self._report(
            span, message, (Edit(span, fix),) if fix else (), f"Replace by `{fix}`" if fix else ""
        )
        return _REFUSED

    def _report(
        self, span: Span, message: str, fix: tuple[Edit, ...] = (), title: str = ""
    ) -> None:
        self.problems.append(Problem("invalid-settings", span, message, fix, title))

    def _name(self, path: Path) -> str:
        """The dotted name of a setting, without the part that leads to our section."""
        out = ""
        for part in path[len(self._prefix) :]:
            if isinstance(part, int):
                out += f"[{part + 1}]"
            else:
                out += f".{part}" if out else part
        return out


def _shown(value: Any) -> str:
    """A value in words, short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"the text `{value}`" if len(value) <= 40 else "a long text"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else "a date or time"
