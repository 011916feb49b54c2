"""Arguments for a function, searched for: by trial, guided by the errors that come back."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from . import documented, examples, guess, namespaces, remaking
from .classes import annotated_class
from .hinted import Hinted
from .recorder import Captured

_BUDGET = 8.0
_TRIALS = 120
_AGAIN = 24
"""Trials with another object."""
_STEPS = 12
"""Errors that are followed, one after the other."""
_FEW = 4
"""Candidates of one parameter that may all be tried before the others'."""


class Missed(NamedTuple):
    """What came furthest in a search that found nothing, what it said, and whether it hit the line."""

    specs: list[dict[str, Any]]
    message: str
    hit: bool = False


def search(x: Any, function: Any, invoke: Callable[..., Any], record: bool = True) -> Any:
    """Arguments with which ``invoke`` gets through ``function``, by trial, as far as it goes."""
    key = key_of(function)
    recipes: dict[str, Any] = x.result.setdefault("recipes", {})
    given = (x.job.get("recipes") or {}).get(key)
    constructor = isinstance(function, type)
    recorded = remaking.calls_of(x, key)
    parameters = parameters_of(function, recorded)
    try:
        example = examples.example_for(x, key)
    except examples.ExampleError as error:
        x.result["inputs_error"] = str(error)
        x.result["example_failed"] = True
        return None
    if example is not None:
        args, kwargs = example
        if not record:
            invoke(*args, **kwargs)
        shown = [str(guess.kind_of(x.world, v)) for v in (*args, *kwargs.values())]
        text = "{}({})".format(key.rpartition(".")[2], ", ".join(shown))
        x.result["inputs"] = {"from": "example", "description": text}
        return args, kwargs
    if given is not None:
        args, kwargs = build(x, parameters, given)
        recipes[key] = given
        if not record:
            invoke(*args, **kwargs)
        describe(x, key, parameters, given)
        return args, kwargs
    node = x.definition_of(function)
    options = []
    granting: list[int] = []
    """How many of a parameter's first options are what the flagged line asks for."""
    wishes = (x.job.get("wishes") or {}).get(key, {})
    told = documented.Told(x, function, parameters)
    for parameter in map(told.typed, parameters):
        granting.append(0)
        known = remaking.choices(recorded, parameter)
        if known and parameter.default is not parameter.empty:
            options.append(known)
            continue
        uses, keys = guess.uses_of(node, parameter.name) if node is not None else (set(), [])
        found = guess.candidates(parameter, uses, keys, constructor, x.world.shapes)
        if node is not None and parameter.default is parameter.empty:
            found = namespaces.among(found, node, parameter)
        cls = annotated_class(x, parameter, function) or told.class_of(parameter)
        if cls is not None:
            found.insert(found[0] == guess.OMIT, guess.made(cls.__module__, cls.__qualname__))
        if getattr(function, "takes_arrays", False):
            found.sort(key=lambda spec: spec["kind"] not in ("tensor", "list"))
        found = told.with_options(parameter, found)
        asked = guess.granted(wishes.get(parameter.name, []), parameter, found)
        asked.sort(key=lambda spec: not told.has(parameter, spec))
        granting[-1] = 0 if known else len(asked)
        likely = [*known, *(spec for spec in asked if spec not in known)]
        options.append(likely + [spec for spec in found if spec not in likely])
    best_score: tuple[bool, int, int, tuple[tuple[int, int], ...]] = (False, -1, -1, ())
    best = [0] * len(parameters)
    clock = x.recorder.effort
    deadline = clock() + _BUDGET
    tried = 0
    problem: BaseException | None = None
    hints: list[str] = []
    presets = remaking.presets(recorded, parameters, options)
    written = [*x.job.get("literals", {}).get(key, ()), *told.calls]
    presets += _presets(written, parameters, options, wishes)
    presets += told.presets(parameters, options, wishes)
    presets[:0] = _beside(x, key, options)
    missed = x.missed.get(key)
    if missed is not None:
        presets = _near(options, missed)
    most = _TRIALS if missed is None else _AGAIN
    images = [] if constructor else [x.world.image(size) for size in x.job.get("sizes", ())]
    hinted = Hinted(x, parameters)
    for choice in _choices(options, best, presets, hints, x.world.shapes, images, hinted):
        if clock() > deadline or tried >= most:
            break
        specs = [option[index] for option, index in zip(options, choice)]
        if [key, specs] in x.job.get("avoid", ()):
            continue
        x.result["trying"] = [key, specs]
        x.publish()
        hits = x.recorder.hits
        tried += 1
        try:
            args, kwargs = build(x, parameters, specs)
        except Captured:
            raise
        except Exception:
            continue
        message = ""
        granted = sum(index < count for index, count in zip(choice, granting))
        try:
            invoke(*args, **kwargs)
        except Captured:
            recipes[key] = specs
            describe(x, key, parameters, specs)
            raise
        except Exception as error:
            message = str(error)
            score = (False, granted, int(x.recorder.hits > hits), _depth(x, error))
            if score > best_score:
                problem = error
        else:
            score = (x.recorder.hits > hits or not record, granted, 2, ())
        if score > best_score:
            best_score, best[:] = score, choice
            hints[:] = [message]
        if score[0] or (best_score[2] == 2 and tried >= len(recorded) > 0):
            break  # what a real run was given gets through: nothing made up is better
    specs = [option[index] for option, index in zip(options, best)]
    x.result["trials"] = x.result.get("trials", 0) + tried
    # A function that raises where it is flagged will do, when failing inputs are what we look for.
    if best_score[2] < (1 if x.job.get("mutate") is not None else 2):
        message = "nothing fits"
        if problem is not None:
            message = "{type}: {message:.200}".format(**x.recorder.describe(problem))
        x.result["inputs_error"] = f"no inputs found for {key} after {tried} tries ({message})"
        x.missed.setdefault(key, Missed(specs, hints[0] if hints else "", best_score[2] == 1))
        return None
    x.missed.pop(key, None)
    recipes[key] = specs
    describe(x, key, parameters, specs)
    return build(x, parameters, specs)


def past_the_line(x: Any, function: Any) -> Any:
    """Arguments with which a function hits the flagged line and raises later, if a search met some.

    They will do where the claim is about what the line itself does.
    """
    key = key_of(function)
    missed = x.missed.get(key)
    if missed is None or not missed.hit or not x.job.get("past"):
        return None
    x.result.pop("inputs_error", None)
    x.result["recipes"][key] = missed.specs
    parameters = parameters_of(function, remaking.calls_of(x, key))
    describe(x, key, parameters, missed.specs)
    return build(x, parameters, missed.specs)


def again(x: Any, function: Any, found: Any) -> Any:
    """The arguments that were found for a function, made anew as far as it is known how."""
    key = key_of(function)
    specs = x.result.get("recipes", {}).get(key)
    if specs is None:
        return found
    return build(x, parameters_of(function, remaking.calls_of(x, key)), specs)


def key_of(function: Any) -> str:
    """The name under which a job speaks of a function or a class."""
    return str(getattr(function, "__qualname__", repr(type(function))))


def parameters_of(function: Any, recorded: list[dict[str, Any]]) -> list[inspect.Parameter]:
    """The parameters that get an argument: those with stars where a recorded call has them."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return []
    starred = {name for call in recorded for name in call if "*" in name}
    parameters = [
        parameter
        for parameter in signature.parameters.values()
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        or remaking.name_of(parameter) in starred
    ]
    if parameters and parameters[0].name == "self":
        del parameters[0]  # what is called is bound already
    return parameters


def _near(options: list[list[dict[str, Any]]], missed: Missed) -> list[list[int]]:
    """What came furthest with another object, and what its error asks for."""
    for option, spec in zip(options, missed.specs):
        option += [spec] if spec not in option else []
    choice = [option.index(spec) for option, spec in zip(options, missed.specs)]
    found = [choice]
    for position, spec in enumerate(missed.specs):
        for other in guess.suggested(missed.message, spec)[:4]:
            options[position] += [other] if other not in options[position] else []
            found.append(list(choice))
            found[-1][position] = options[position].index(other)
    return found


def _presets(
    calls: list[dict[str, Any]],
    parameters: list[Any],
    options: list[list[dict[str, Any]]],
    wishes: Any,
) -> list[list[int]]:
    """Choices with what the project or its documentation passes here, where that is written out.

    What the flagged line needs comes first, and in place of what is written for it.
    """
    found: list[list[int]] = []
    for written in calls:
        choice = []
        for position, (parameter, option) in enumerate(zip(parameters, options)):
            spec = written.get(parameter.name, written.get(str(position)))
            if spec is not None and spec not in option:
                option.append(spec)
            choice.append(option.index(spec) if spec is not None else 0)
        found.append(choice)
    if wishes:
        asked = [parameter.name in wishes for parameter in parameters]
        found[:0] = [[0 if wish else i for i, wish in zip(one, asked)] for one in found]
    return found


def _beside(x: Any, key: str, options: list[list[dict[str, Any]]]) -> list[list[int]]:
    """Choices like one that led nowhere, but for an argument that may be left out."""
    found: list[list[int]] = []
    for avoided, specs in filter(None, x.job.get("avoid", ())):
        known = avoided == key and all(spec in option for spec, option in zip(specs, options))
        choice = [option.index(spec) for spec, option in zip(specs, options)] if known else []
        for position, index in enumerate(choice):
            if options[position][index] == guess.OMIT and len(options[position]) > index + 1:
                found.append([*choice[:position], index + 1, *choice[position + 1 :]])
    return found


def _choices(
    options: list[list[dict[str, Any]]],
    best: list[int],
    presets: list[list[int]],
    hints: list[str],
    shapes: list[dict[str, Any]],
    images: list[dict[str, Any]],
    hinted: Hinted,
) -> Any:
    # First as the project does it, then everything at its best guess, then all tensors alike, then
    # what the last error speaks of and one parameter at a time, from wherever the search got furthest.
    width = len(options)
    yield from presets
    yield [0] * width
    if not width:
        return
    for spec in guess.FLOATS + shapes + guess.INTEGERS + guess.OTHERS[:1]:
        choice = [
            option.index(spec) if spec in option and option[0]["kind"] == "tensor" else 0
            for option in options
        ]
        if any(choice):
            yield choice
    tensors = [position for position in range(width) if options[position][0]["kind"] == "tensor"]
    if tensors and images:
        yield from _pictures(options, tensors, images)
    seen: set[tuple[int, ...]] = set()
    # What has few alternatives first, then what is surely a tensor: of which one the names say least.
    order = sorted(
        range(width),
        key=lambda position: (
            len(options[position]) > _FEW,
            options[position][0]["kind"] != "tensor",
        ),
    )
    start: list[int] = []
    while start != best:
        start = list(best)
        yield from _following(options, best, hints, seen, hinted)
        yield from _one_at_a_time(options, best, order, seen)


def _pictures(
    options: list[list[dict[str, Any]]], tensors: list[int], images: list[dict[str, Any]]
) -> Any:
    """Images of the sizes that the project names: each of its own, the small ones first; all alike."""
    last = len(images) - 1
    each = [images[min(number, last)] for number in range(len(tensors))]
    for specs in (each, *([image] * len(tensors) for image in images)):
        choice = [0] * len(options)
        for position, spec in zip(tensors, specs):
            options[position] += [spec] if spec not in options[position] else []
            choice[position] = options[position].index(spec)
        yield choice


def _one_at_a_time(
    options: list[list[dict[str, Any]]], best: list[int], order: list[int], seen: set[Any]
) -> Any:
    """Choices with another option for one parameter, until one leads further: second bests first."""
    start = list(best)
    for index in range(max(map(len, options))):
        for position in order:
            if index >= len(options[position]):
                continue
            choice = list(best)
            choice[position] = index
            if tuple(choice) not in seen:
                seen.add(tuple(choice))
                yield choice
            if best != start:
                return


def _following(
    options: list[list[dict[str, Any]]],
    best: list[int],
    hints: list[str],
    seen: set[Any],
    hinted: Hinted,
) -> Any:
    """Choices that do what the error of the best one asks for, as long as that leads further."""
    for _ in range(_STEPS):
        start, hint = list(best), hints[0] if hints else ""
        current = [option[index] for option, index in zip(options, best)]
        asked = [
            (position, spec)
            for position, one in enumerate(current)
            for spec in hinted.suggested(hint, position, one)
        ]
        # First the shapes that it speaks of, for what has another one that it speaks of.
        asked.sort(key=lambda pair: guess.unlikeliness(hint, current[pair[0]], pair[1]))
        for position, spec in asked:
            if spec not in options[position]:
                options[position].append(spec)
            choice = list(best)
            choice[position] = options[position].index(spec)
            if tuple(choice) not in seen:
                seen.add(tuple(choice))
                yield choice
            if best != start:
                break
        if best == start:
            return


def _depth(x: Any, error: BaseException) -> tuple[tuple[int, int], ...]:
    """How far a failing call came: where it was in each of the user's functions, outermost first."""
    trace = error.__traceback__
    places = []
    while trace is not None:
        if x.program.owns(trace.tb_frame.f_code.co_filename):
            # Of what stands in one line, the instructions tell how much has been done.
            places.append((trace.tb_lineno, trace.tb_lasti))
        trace = trace.tb_next
    return tuple(places)


def build(x: Any, parameters: list[Any], specs: list[dict[str, Any]]) -> tuple[Any, dict[str, Any]]:
    """Arguments from their descriptions."""
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    skipped = False
    starred = any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters)
    for parameter, spec in zip(parameters, specs):
        if spec["kind"] == "omit":
            skipped = True
            continue
        made = remaking.make(x, spec)
        if parameter.kind is parameter.VAR_KEYWORD:
            kwargs.update(made)
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            args += made
            continue
        # Layers of Keras take what is no tensor by its name.
        named = bool(args) and spec["kind"] == "value" and x.world.plain_by_name and not starred
        by_name = parameter.kind is parameter.POSITIONAL_OR_KEYWORD and (skipped or named)
        if parameter.kind is parameter.KEYWORD_ONLY or by_name:
            skipped = True
            kwargs[parameter.name] = made
        else:
            args.append(made)
    return tuple(args), kwargs


def describe(x: Any, key: str, parameters: list[Any], specs: list[dict[str, Any]]) -> None:
    """Say in the result which arguments a function gets."""
    shown = [
        f"{parameter.name}={guess.describe(spec)}"
        for parameter, spec in zip(parameters, specs)
        if spec["kind"] != "omit"
    ]
    recorded = remaking.calls_of(x, key)
    inputs = x.result.setdefault("inputs", {"from": "search", "description": ""})
    calls = [[call.get(remaking.name_of(p), guess.OMIT) for p in parameters] for call in recorded]
    if inputs["from"] == "search" and specs in calls:
        inputs["from"] = "recording"
    text = "{}({})".format(key.rpartition(".")[2], ", ".join(shown))
    told = [part for part in inputs["description"].split("; ") if part]
    # An object that was made once more takes the place of the one before.
    told = [part for part in told if not part.startswith(key.rpartition(".")[2] + "(")]
    inputs["description"] = "; ".join([*told, text])
