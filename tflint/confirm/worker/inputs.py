"""Arguments for a function: captured from the program, from a signature, or searched for."""

# ruff: noqa: B905 - Python 3.8 has no strict zip

from __future__ import annotations

import ast
import contextlib
import gc
import inspect
import sys
import types
from collections.abc import Callable
from typing import Any

from . import adapting, examples, guess, remaking
from .program import Absent
from .recorder import Captured

_BUDGET = 8.0
_TRIALS = 120
_ENTERED = 24
_LOOKING = 0.2
"""The share of the time in which to look on for one that does, when there is one at all."""
"""Calls of the program that are looked at for one that comes to the flagged line."""
MUTATIONS = (
    "huge",
    "negative",
    "zero",
    "nan",
    "empty",
    "shorter",
    "longer",
    "deeper",
    "flat",
    "scalar",
    "one",
)


class Call:
    """A function and the arguments to call it with."""

    def __init__(
        self, x: Any, function: Any, args: Any, kwargs: Any, autograph: bool, site: str
    ) -> None:
        self._x = x
        self.function = function
        self.args = args
        self.kwargs = kwargs
        self._autograph = autograph
        self.site = site
        self.plain: Any = function
        self.subject: Any = function
        """Whose state to look at: the owner of the body, where another object's graph holds it."""
        self.frame: Any = None
        """Where the body was entered, and what it was given there, its object included."""
        self.given: tuple[list[Any], dict[str, Any]] = ([], {})
        self.symbolic = False
        """Whether what it was given has no values."""

    def as_graph(self) -> Any:
        """The function as a graph."""
        function = self.function
        if self._x.kind == "dataset":
            function = self._x.world.of_elements(function)
        if self._x.job["helper"]:
            return self._x.world.inside_graph(function, self._autograph)
        return self._x.world.as_graph(function, self._autograph)


# Captured from the program.


def captured_call(x: Any) -> Call | None:
    """A call of the entry with real values while the program runs, or one that we make up.

    The first of several that comes to the flagged line; the very first if none does.
    """
    entered: list[Call] = []
    reaching: list[Call] = []
    name = x.job["entry"]["qualname"].rpartition(".")[2]
    look = x.recorder.on_hit
    adapter = adapting.Adapter(x)

    def on_enter(site: str) -> None:
        if adapter.watching and not reaching:
            adapter.note(_body(site, "__init__"))
        if reaching or not x.is_entry(site):
            return
        call = _call_of_frame(x, _body(site, name), name, site)
        if call is None or call.symbolic:
            adapter.on_symbols(call)
            return
        entered.append(call)
        x.result["entered"] = len(entered)
        # The graph side looks at as many calls as the eager side did.
        most = x.job.get("entered") or (2 if x.late(_LOOKING) else _ENTERED)
        if len(entered) >= max(most, 2) or adapter.is_heavy(call):
            stop()

    def on_hit() -> None:
        if entered and not reaching and x.world.current_graph() is None:
            reaching.append(entered[-1])
            stop()
        if look is not None:
            look()

    def stop() -> None:
        x.enough += 1
        raise Captured

    x.recorder.on_enter, x.recorder.on_hit = on_enter, on_hit
    x.load()
    if not entered:
        try:
            x.world.consume()
        except Captured:
            x.result["program"] = "stopped"
        except Exception as error:
            x.result.setdefault("error", x.recorder.describe(error))
    x.recorder.on_enter, x.recorder.on_hit = None, look
    found = reaching[0] if reaching else adapter.best(entered)
    if found is not None:
        x.result["from_program"] = 1
        found = adapter.lighter(found)
    elif x.job["search"]:
        x.recorder.on_enter, x.recorder.on_hit = on_enter, on_hit
        x.stage("inputs")
        with contextlib.suppress(Captured):
            synthesize_capture(x)
        found = next(iter(reaching or entered), None)
    x.recorder.on_enter, x.recorder.on_hit = None, look
    if found is not None:
        given = leaves([found.args, found.kwargs])
        x.result["given"] = [guess.kind_of(x.world, value) for value in given]
    return found


def _body(site: str, name: str) -> Any:
    """The frame that runs the body: the user's own code, or AutoGraph's version of it."""
    frame: Any = sys._getframe(2)
    for _ in range(10):
        if frame is None:
            return None
        code = frame.f_code
        if f"{code.co_filename}:{code.co_firstlineno}" == site or code.co_name == "tf__" + name:
            return frame
        frame = frame.f_back
    return None


def _call_of_frame(x: Any, frame: Any, name: str, site: str) -> Call | None:
    if frame is None:
        return None
    positional, keywords = arguments_of(frame)
    symbolic = x.world.current_graph() is not None or any(
        x.world.symbolic(value) for value in leaves([positional, keywords])
    )
    call = call_with(x, frame, name, site, positional, keywords)
    if call is not None:
        call.symbolic = symbolic
    return call


def arguments_of(frame: Any) -> tuple[list[Any], dict[str, Any]]:
    """What a function that has just been entered was given, by position and by name."""
    code = frame.f_code
    local = frame.f_locals
    count = code.co_argcount + code.co_kwonlyargcount
    names = list(code.co_varnames[:count])
    positional = [local[n] for n in names[: code.co_argcount]]
    keywords = {n: local[n] for n in names[code.co_argcount :]}
    if code.co_flags & inspect.CO_VARARGS:
        positional += list(local[code.co_varnames[count]])
        count += 1
    if code.co_flags & inspect.CO_VARKEYWORDS:
        keywords.update(local[code.co_varnames[count]])
    return positional, keywords


def call_with(
    x: Any, frame: Any, name: str, site: str, positional: list[Any], keywords: dict[str, Any]
) -> Call | None:
    """The call that leads into a frame with these arguments."""
    made = x.world.captured(frame, name, positional, keywords)
    if made is not None:
        function, args, kwargs, autograph = made
    else:
        function = function_of(frame) or _function_at(x, site)
        args, kwargs = tuple(positional), keywords
        autograph = x.kind != "keras" or bool(positional and x.world.converts(positional[0]))
    if function is None:
        return None
    call = Call(x, function, args, kwargs, autograph, site)
    call.frame, call.given = frame, (positional, keywords)
    if made is not None and getattr(function, "__self__", function) is not positional[0]:
        call.subject = positional[0]
    return call


def function_of(frame: Any) -> Any:
    """The function object whose body this frame runs."""
    code = frame.f_code
    for holder in gc.get_referrers(code):
        if not isinstance(holder, types.FunctionType) or holder.__code__ is not code:
            continue
        cells = zip(code.co_freevars, holder.__closure__ or ())
        try:
            if all(frame.f_locals.get(n) is cell.cell_contents for n, cell in cells):
                return holder
        except ValueError:
            continue
    return None


def _function_at(x: Any, site: str) -> Any:
    for value in reversed(gc.get_objects()):
        if isinstance(value, types.FunctionType):
            code = value.__code__
            if f"{code.co_filename}:{code.co_firstlineno}" == site:
                return value
    return None


def leaves(value: Any) -> list[Any]:
    """What lists, tuples and dictionaries hold, however deep."""
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    return [value]


def synthesize_capture(x: Any) -> None:
    """No program called the entry: make its owner and call it, so that it can be captured."""
    target, instance = resolve(x)
    if target is None:
        with contextlib.suppress(Exception):
            x.world.consume()  # what was made is a data set that calls it
        return
    name = x.job["entry"]["qualname"].rpartition(".")[2]
    ways = [x.world.way_in(target, instance, name)]

    def invoke(*args: Any, **kwargs: Any) -> Any:
        try:
            return ways[0](*args, **kwargs)
        except Exception:
            if type(instance) in x.makers:
                # The call may have built it for inputs of this shape.
                again = x.makers[type(instance)]()
                ways[0] = x.world.way_in(getattr(again, name), again, name)
            raise

    # The search looks for arguments that the body gets through with; those are then captured.
    capture, x.recorder.on_enter = x.recorder.on_enter, None
    found = search(x, ways[0] if hasattr(ways[0], "__signature__") else target, invoke)
    x.recorder.on_enter = capture
    if found is None:
        return
    with contextlib.suppress(Exception):
        invoke(*found[0], **found[1])


# Made up.


def call_entry(x: Any) -> Any:
    """A handle on the entry and arguments for it, or None with the reason in the result."""
    handles = [handle for handle in x.world.handles if x.is_entry(handle.site)]
    target: Any = None
    if not handles or _needs_self(handles[-1]):
        target, _ = resolve(x)
        handles = [handle for handle in x.world.handles if x.is_entry(handle.site)]
        if target is None and (not handles or _needs_self(handles[-1])):
            return None
    if handles and not _needs_self(handles[-1]):
        handle = handles[-1]
    else:
        made = type("Made", (), {})()
        made.python = getattr(target, "python_function", target)
        made.site = x.site_of(target)
        made.signature = getattr(target, "input_signature", None)
        made.call = target
        if x.side == "graph" and not hasattr(target, "get_concrete_function"):
            made.call = x.world.as_graph(target, True)
        handle = made
    x.world.measured = None
    signature = handle.signature
    named = getattr(handle.python, "__qualname__", "") in x.job.get("preferred", ())
    if signature and not named:
        args = tuple(x.world.element(spec) for spec in signature)
        x.result["inputs"] = {
            "from": "input_signature",
            "description": ", ".join(str(s) for s in signature),
        }
        return handle, handle.call, args, {}
    found = search(x, handle.python, handle.call)
    if found is None:
        return None
    args, kwargs = found
    return handle, handle.call, args, kwargs


def _needs_self(handle: Any) -> bool:
    function = handle.python
    if isinstance(function, types.MethodType) or not inspect.isfunction(function):
        return False
    qualname = getattr(function, "__qualname__", "")
    holder = qualname.rpartition(".")[0]
    return bool(holder) and not holder.endswith("<locals>")


def resolve(x: Any) -> tuple[Any, Any]:
    """The entry by its qualified name; ``(function bound to its owner, owner)``, or two None."""
    try:
        return _resolve(x)
    except Exception as error:
        x.result.setdefault("error", x.recorder.describe(error))
        return None, None


def _resolve(x: Any) -> tuple[Any, Any]:
    qualname: str = x.job["entry"]["qualname"]
    module = x.entry_module()
    if module is None:
        return None, None
    owner: Any = None
    value: Any = module
    parts = qualname.split(".")
    for index, part in enumerate(parts):
        if isinstance(value, Absent):
            value.use()
        if part == "<locals>":
            # The entry is made by a function: call that, and look at what was made.
            value = _from_maker(x, value, parts[index + 1 :])
            return value, None
        if part.startswith("<"):
            return None, None
        if isinstance(value, type):
            raw = inspect.getattr_static(value, part, None)
            if raw is None:
                return None, None
            if isinstance(raw, (staticmethod, classmethod)):
                value = getattr(value, part)
                continue
            method = ".".join(parts[: index + 1])
            owner = remaking.owner_of(x, method, value)
            if owner is None:
                owner = instance_of(x, _class_to_make(x, value, part))
            if owner is None:
                return None, None
            x.owner = owner  # a tf.function method holds its owner weakly
            value = getattr(owner, part)
            continue
        value = getattr(value, part, None)
        if value is None:
            x.result["inputs_error"] = f"{qualname} is not defined after loading {module.__name__}"
            return None, None
    return value, owner


def _class_to_make(x: Any, cls: type, method: str) -> type:
    """The class whose object runs the flagged line: a subclass, where the method is inherited."""
    function = x.job["function"]
    value: Any = x.module_of(function["path"])
    for part in function["qualname"].split(".")[:-1]:
        value = getattr(value, part, None)
    if isinstance(value, type) and issubclass(value, cls):
        cls = value
    if _unfinished(x, cls):
        for other in _concrete(x, cls):
            if inspect.getattr_static(other, method, None) is inspect.getattr_static(cls, method):
                return other
    return cls


def _unfinished(x: Any, cls: type) -> bool:
    """Whether subclasses are to fill in something: abstract methods, or such that say no more than so."""
    return inspect.isabstract(cls) or any(
        _only_raises(x.definition_of(method)) for method in vars(cls).values() if callable(method)
    )


def _only_raises(node: Any) -> bool:
    # Docstrings and our own markers are expressions.
    body = [s for s in getattr(node, "body", ()) if not isinstance(s, ast.Expr)] if node else []
    return len(body) == 1 and "NotImplementedError" in ast.dump(body[0])[:120]


def _concrete(x: Any, cls: type) -> list[type]:
    """The project's subclasses of a class of which objects can be made."""
    return [
        other
        for other in _subclasses(cls)
        if not _unfinished(x, other) and x.program.is_project(other)
    ]


def annotated_class(x: Any, parameter: inspect.Parameter, function: Any) -> type | None:
    """The project's own class that a parameter is said to be an object of."""
    annotation = parameter.annotation
    if isinstance(annotation, str):
        body = x.world.unwrap(
            inspect.getattr_static(function, "__init__") if isinstance(function, type) else function
        )
        try:
            annotation = eval(annotation, getattr(body, "__globals__", {}))
        except Exception:
            return None
    for choice in (annotation, *getattr(annotation, "__args__", ())):
        if isinstance(choice, type) and x.program.is_project(choice):
            if not inspect.isabstract(choice):
                return choice
            return next(iter(_concrete(x, choice)), None)
    return None


def _subclasses(cls: type) -> list[type]:
    found: list[type] = list(cls.__subclasses__())
    for other in list(found):
        found += [inner for inner in _subclasses(other) if inner not in found]
    return found


def _from_maker(x: Any, maker: Any, rest: list[str]) -> Any:
    made: list[Any] = []

    def note(*args: Any, **kwargs: Any) -> Any:
        result = maker(*args, **kwargs)
        made.append(result)
        return result

    if search(x, maker, note, record=False) is None and not made:
        return None
    for handle in reversed(x.world.handles):
        if x.is_entry(handle.site):
            return handle.call
    for result in leaves(made[-1:]):
        if callable(result) and x.is_entry(x.site_of(result)):
            return result
    return None


def instance_of(x: Any, cls: type) -> Any:
    """An object of a class: one that the program made, or one that we can make.

    Where the flagged line asks for an object made in some way, our own comes first.
    """
    # Looked for once: later there may be some that failed while they were made.
    if cls not in x.existing:
        x.existing[cls] = _existing(x, cls)
    found = x.existing[cls]
    if found is None or cls.__qualname__ in (x.job.get("wishes") or {}):
        found = _constructed(x, cls) or found
    return found


def _existing(x: Any, cls: type) -> Any:
    for module in x.program.modules:
        for value in vars(module).values():
            if type(value) is cls:
                return value
    for value in gc.get_objects():
        if type(value) is cls:
            return value
    return None


def _constructed(x: Any, cls: type) -> Any:
    if inspect.isabstract(cls):
        x.result["inputs_error"] = f"{cls.__name__} is abstract"
        return None
    if cls in x.makers:
        return x.makers[cls]()
    if cls in x.making:
        return None
    made: list[Any] = []

    def construct(*args: Any, **kwargs: Any) -> Any:
        made.append(cls(*args, **kwargs))

    x.making.append(cls)
    try:
        found = search(x, cls, construct, record=False)
    finally:
        x.making.remove(cls)
    if found is None:
        return None
    x.makers[cls] = lambda: cls(*found[0], **found[1])
    return made[-1]


def search(x: Any, function: Any, invoke: Callable[..., Any], record: bool = True) -> Any:
    """Arguments with which ``invoke`` gets through ``function``, by trial, as far as it goes."""
    key = getattr(function, "__qualname__", repr(type(function)))
    recipes: dict[str, Any] = x.result.setdefault("recipes", {})
    given = (x.job.get("recipes") or {}).get(key)
    constructor = isinstance(function, type)
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        signature = inspect.Signature()
    recorded = remaking.calls_of(x, key)
    starred = {name for call in recorded for name in call if "*" in name}
    parameters = [
        parameter
        for parameter in signature.parameters.values()
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        or remaking.name_of(parameter) in starred
    ]
    if parameters and parameters[0].name == "self":
        del parameters[0]  # what is called is bound already
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
        _describe(x, key, parameters, given)
        return args, kwargs
    node = x.definition_of(function)
    options = []
    granting: list[int] = []
    """How many of a parameter's first options are what the flagged line asks for."""
    wishes = (x.job.get("wishes") or {}).get(key, {})
    for parameter in parameters:
        granting.append(0)
        known = remaking.choices(recorded, parameter)
        if known and parameter.default is not parameter.empty:
            options.append(known)
            continue
        uses, keys = guess.uses_of(node, parameter.name) if node is not None else (set(), [])
        found = guess.candidates(parameter, uses, keys, constructor, x.world.shapes)
        cls = annotated_class(x, parameter, function)
        if cls is not None:
            found.insert(found[0] == guess.OMIT, guess.made(cls.__module__, cls.__qualname__))
        if getattr(function, "takes_arrays", False):
            found.sort(key=lambda spec: spec["kind"] not in ("tensor", "list"))
        asked = guess.granted(wishes.get(parameter.name, []), parameter, found)
        granting[-1] = 0 if known else len(asked)
        likely = [*known, *(spec for spec in asked if spec not in known)]
        options.append(likely + [spec for spec in found if spec not in likely])
    best_score = (False, -1, -1, -1)
    best = [0] * len(parameters)
    clock = x.recorder.effort
    deadline = clock() + _BUDGET
    tried = 0
    problem: BaseException | None = None
    hints: list[str] = []
    presets = remaking.presets(recorded, parameters, options)
    presets += _presets(x, key, parameters, options, wishes)
    for choice in _choices(options, best, presets, hints, x.world.shapes):
        if clock() > deadline or tried >= _TRIALS:
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
            _describe(x, key, parameters, specs)
            raise
        except Exception as error:
            message = str(error)
            score = (False, granted, int(x.recorder.hits > hits), _depth(x, error))
            if score > best_score:
                problem = error
        else:
            score = (x.recorder.hits > hits or not record, granted, 2, 0)
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
        return None
    recipes[key] = specs
    _describe(x, key, parameters, specs)
    return build(x, parameters, specs)


def _presets(
    x: Any, key: str, parameters: list[Any], options: list[list[dict[str, Any]]], wishes: Any
) -> list[list[int]]:
    """Choices with what the project itself passes here, where that is written out.

    What the flagged line needs comes first, and in place of what is written for it.
    """
    found: list[list[int]] = []
    for written in x.job.get("literals", {}).get(key, ()):
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


def _choices(
    options: list[list[dict[str, Any]]],
    best: list[int],
    presets: list[list[int]],
    hints: list[str],
    shapes: list[dict[str, Any]],
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
    seen: set[tuple[int, ...]] = set()
    # What is surely a tensor first: which one is what the names say least about.
    order = sorted(range(width), key=lambda position: options[position][0]["kind"] != "tensor")
    for _ in range(3):
        yield from _following(options, best, hints, seen)
        for position in order:
            for index in range(len(options[position])):
                choice = list(best)
                choice[position] = index
                if tuple(choice) not in seen:
                    seen.add(tuple(choice))
                    yield choice


def _following(
    options: list[list[dict[str, Any]]], best: list[int], hints: list[str], seen: set[Any]
) -> Any:
    """Choices that do what the error of the best one asks for, as long as that leads further."""
    for _ in range(6):
        hint = list(hints)
        for position, option in enumerate(options):
            for spec in guess.suggested(hint[0] if hint else "", option[best[position]]):
                if spec not in option:
                    option.append(spec)
                choice = list(best)
                choice[position] = option.index(spec)
                if tuple(choice) not in seen:
                    seen.add(tuple(choice))
                    yield choice
        if hint == hints:
            return


def _depth(x: Any, error: BaseException) -> int:
    """How far a failing call came: the last line of the outermost user function."""
    trace = error.__traceback__
    while trace is not None:
        if x.program.owns(trace.tb_frame.f_code.co_filename):
            return trace.tb_lineno
        trace = trace.tb_next
    return 0


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


def _describe(x: Any, key: str, parameters: list[Any], specs: list[dict[str, Any]]) -> None:
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
    inputs["description"] = "; ".join(part for part in (inputs["description"], text) if part)


# Inputs on which an operation fails.


def mutate(x: Any, invoke: Any, args: Any, kwargs: Any) -> None:
    """Call with changed inputs; the graph side repeats those that failed eagerly."""
    wanted: list[list[Any]] | None = x.job["mutate"] or None
    x.stage("mutations")
    tried: list[dict[str, Any]] = []
    x.result["mutations"] = tried
    held = leaves([args, kwargs])
    positions = [i for i, leaf in enumerate(held) if x.world.like(leaf, "zero") is not None]
    plans: list[list[Any]] = wanted or [
        [where, mutation]
        for mutation in MUTATIONS
        for where in (positions + (["all"] if len(positions) > 1 else []))
    ]
    recorder = x.recorder
    clock = recorder.effort
    deadline = clock() + _BUDGET
    for where, mutation in plans:
        if clock() > deadline:
            break
        if [where, mutation] in x.job.get("avoid", ()):
            continue
        changed = _changed(x, (args, kwargs), where, mutation)
        if changed is None:
            continue
        x.result["trying"] = [where, mutation]
        x.publish()
        new_args, new_kwargs = changed
        hits = recorder.hits
        outcome: dict[str, Any] = {"where": where, "mutation": mutation}
        try:
            recorder.busy = True  # nested calls are not to be measured
            x.world.wait(invoke(*new_args, **new_kwargs))
        except Exception as error:
            outcome["error"] = recorder.describe(error)
        finally:
            recorder.busy = False
        outcome["hits"] = recorder.hits - hits
        tried.append(outcome)
        if wanted is None and sum("error" in item for item in tried) >= 24:
            break


def _changed(x: Any, value: Any, where: Any, mutation: str) -> Any:
    count = [0]
    changed = [False]

    def walk(item: Any) -> Any:
        if isinstance(item, tuple) and hasattr(item, "_fields"):
            return type(item)(*(walk(inner) for inner in item))
        if isinstance(item, (list, tuple)):
            return type(item)(walk(inner) for inner in item)
        if isinstance(item, dict):
            return {key: walk(inner) for key, inner in item.items()}
        position = count[0]
        count[0] += 1
        if where in ("all", position):
            new = x.world.like(item, mutation)
            if new is not None:
                changed[0] = True
                return new
        return item

    result = walk(value)
    return result if changed[0] else None


def find_definition(tree: ast.AST, line: int) -> ast.AST | None:
    """The function defined at a line, counted from its first decorator or its ``def``."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            lines = {node.lineno} | {d.lineno for d in getattr(node, "decorator_list", [])}
            if line in lines:
                return node
    return None
