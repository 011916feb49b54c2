"""Python's own functions, and those of libraries that programs are written with: pure data."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from typing import Any

from tflint.api.records import Effect, Record, Result, Rows, Runs

COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
"""What the operators do that compare two values, and ask neither whether one is in the other."""

TYPES: dict[str, type] = {
    f"builtins.{kind.__name__}": kind
    for kind in (bool, bytearray, bytes, complex, dict, float, int, list, set, str, tuple)
}
"""The types of what is written as a constant, and of what holds others."""
ERRORS_OF_FILES_AND_NUMBERS = frozenset(
    f"builtins.{name}"
    for name in (
        *("EOFError", "FileExistsError", "FileNotFoundError", "FloatingPointError", "IOError"),
        *("IsADirectoryError", "NotADirectoryError", "OSError", "PermissionError"),
        *("UnicodeDecodeError", "ZeroDivisionError"),
    )
)
"""Errors of what Python reads and divides itself; TensorFlow has others for its operations."""
PYTHON_2_NAMES = frozenset({"basestring", "raw_input", "unicode", "xrange"})
"""Builtins of Python 2 that Python 3 has not."""
PYTHON_2_PROGRAM = re.compile(r"#!.*(?:python2|py?2\.?7)")
"""What a program that is run by Python 2 begins with, be it by the name of an environment."""
NO_TENSORS = frozenset(
    {
        *(
            f"builtins.{name}"
            for name in ("bool", "bytearray", "bytes", "complex", "float", "int", "str")
        ),
        *("os.PathLike", "pathlib.Path", "pathlib.PurePath"),
        *("io.BytesIO", "numpy.ndarray", "PIL.Image.Image"),
    }
)
"""Types of which neither a tensor of a graph is, nor a structure of some."""

JOINED_BY_SLASH = frozenset({"pathlib.Path", "pathlib.PosixPath"})
"""Classes whose objects ``/`` joins with texts, and with each other, to more of them."""

_NOTHING = Effect.NONE

ROWS: Rows = (
    (Record(result=Result.NUMBER, effect=_NOTHING, runs=Runs.NOT_NOW), "builtins: len hash id"),
    (Record(result=Result.NUMBER, effect=_NOTHING), "builtins: ord"),
    (
        Record(result=Result.BOOL, effect=_NOTHING),
        "builtins: all any",
    ),
    (
        Record(result=Result.BOOL, effect=_NOTHING, runs=Runs.NOT_NOW),
        "builtins: isinstance issubclass hasattr callable",
    ),
    (
        Record(result=Result.SHOWN, effect=_NOTHING, runs=Runs.NOT_NOW),
        "builtins: repr",
    ),
    (Record(result=Result.SHOWN, effect=_NOTHING), "builtins: ascii format chr hex oct bin"),
    (Record(result=Result.CONVERTED, of="builtins.int", effect=_NOTHING), "builtins: int"),
    (Record(result=Result.CONVERTED, of="builtins.float", effect=_NOTHING), "builtins: float"),
    (Record(result=Result.BOOL, of="builtins.bool", effect=_NOTHING), "builtins: bool"),
    (
        Record(result=Result.SHOWN, of="builtins.str", effect=_NOTHING, runs=Runs.NOT_NOW),
        "builtins: str",
    ),
    (Record(result=Result.COUNTER, effect=_NOTHING), "builtins: range"),
    (
        Record(effect=_NOTHING, runs=Runs.NOT_NOW),
        """
        builtins: getattr type super
        functools: partial wraps update_wrapper
        inspect: getargspec getfullargspec getsource signature
        """,
    ),
    (
        Record(takes=(0, "function", "func"), runs=Runs.NOW),
        """
        functools: reduce
        itertools: accumulate filterfalse starmap
        tree: map_structure map_structure_with_path
        """,
    ),
    (
        Record(effect=_NOTHING),
        """
        builtins: enumerate zip iter next reversed sorted round abs pow max min sum map filter
            complex divmod vars dir object slice property classmethod staticmethod
        """,
    ),
    (
        Record(result=Result.NONE, effect=Effect.STATE, runs=Runs.NOT_NOW),
        "builtins: setattr",
    ),
    (Record(result=Result.NONE, effect=Effect.STATE), "builtins: delattr"),
    (Record(result=Result.CONTAINER, of="list", effect=_NOTHING), "builtins: list"),
    (Record(result=Result.CONTAINER, of="dict", effect=_NOTHING), "builtins: dict"),
    (Record(result=Result.CONTAINER, of="set", effect=_NOTHING), "builtins: set"),
    (Record(result=Result.CONTAINER, of="tuple", effect=_NOTHING), "builtins: tuple"),
    (Record(result=Result.CONTAINER, of="deque", effect=_NOTHING), "collections: deque"),
    (
        Record(result=Result.CONTAINER, of="dict", effect=_NOTHING),
        "collections: defaultdict OrderedDict Counter",
    ),
    (Record(result=Result.CONTAINER, of="list"), "typing: List"),
    (Record(result=Result.CONTAINER, of="dict"), "typing: Dict"),
    (Record(result=Result.CONTAINER, of="set"), "typing: Set"),
    (Record(result=Result.CONTAINER, of="deque"), "typing: Deque"),
    (
        Record(result=Result.OBJECT, of="argparse.Namespace"),
        "argparse: ArgumentParser.parse_args",
    ),
    (Record(result=Result.OBJECT, of="builtins.file", effect=Effect.OPENS), "builtins: open"),
    (
        Record(result=Result.NONE, effect=Effect.PRINTS, runs=Runs.NOT_NOW),
        "builtins: print",
    ),
    (
        Record(effect=Effect.PRINTS),
        """
        pprint: pprint pp
        sys: stdout.write stderr.write __stdout__.write __stderr__.write
        rich: print console.Console.log console.Console.print
        click: echo
        """,
    ),
    (
        Record(effect=Effect.LOGS),
        """
        logging: info warning warn error critical exception log fatal
        logging.Logger: info warning warn error critical exception log fatal
        absl.logging: info warning warn error critical exception log fatal
            log_every_n log_every_n_seconds log_if
        loguru.logger: info warning error critical exception log success
        """,
    ),
    (
        Record(result=Result.OBJECT, of="logging.Logger", effect=_NOTHING),
        "logging: getLogger absl.logging: get_absl_logger",
    ),
    (
        Record(effect=Effect.PROGRESS),
        """
        tqdm: write auto.tqdm.write
        tqdm.tqdm: display refresh set_description set_description_str set_postfix set_postfix_str
            update write
        """,
    ),
    (
        Record(result=Result.SAME, of="tqdm.tqdm", effect=Effect.PROGRESS),
        ": tqdm tqdm.tqdm tqdm.auto.tqdm tqdm.notebook.tqdm",
    ),
    (
        Record(result=Result.COUNTER, effect=Effect.PROGRESS),
        "tqdm: trange auto.trange notebook.trange",
    ),
    (
        Record(result=Result.SAME, effect=_NOTHING),
        "copy: copy deepcopy dataclasses: replace rich.progress: track",
    ),
    (
        Record(result=Result.CHANGING, effect=Effect.CLOCK),
        "time: time perf_counter monotonic time_ns",
    ),
    (
        Record(effect=Effect.CLOCK),
        """
        time: perf_counter_ns monotonic_ns process_time process_time_ns thread_time thread_time_ns
            clock
        timeit: default_timer
        datetime: datetime.now datetime.utcnow datetime.today date.today
        pandas: Timestamp.now Timestamp.utcnow Timestamp.today
        arrow: now utcnow
        pendulum: now
        resource: getrusage
        """,
    ),
    (Record(effect=Effect.CLOCK_UNLESS_GIVEN, size=0), "time: ctime localtime gmtime asctime"),
    (Record(effect=Effect.CLOCK_UNLESS_GIVEN, size=1), "time: strftime"),
    (
        Record(result=Result.CHANGING, effect=Effect.RANDOM),
        "random: random randint uniform gauss randrange normalvariate",
    ),
    (
        Record(effect=Effect.RANDOM),
        """
        random: * Random.* SystemRandom.*
        uuid: uuid1 uuid4
        secrets: *
        os: urandom getrandom
        """,
    ),
    (
        Record(effect=_NOTHING),
        """
        random: getstate Random.getstate SystemRandom.getstate
        """,
    ),
    (
        Record(effect=Effect.SEEDS),
        "random: seed setstate Random.seed Random.setstate SystemRandom.seed",
    ),
    (Record(result=Result.OBJECT, effect=_NOTHING), "random: Random SystemRandom"),
    (
        Record(effect=Effect.ENVIRONMENT),
        """
        os: getenv environ.get environ.setdefault environ.copy getcwd getpid getlogin
        socket: gethostname
        platform: node
        """,
    ),
    (
        Record(effect=Effect.FILES),
        """
        os: mkdir makedirs remove unlink rename renames replace rmdir removedirs system popen symlink
            link truncate utime chmod write open startfile kill
        subprocess: run call check_call check_output Popen getoutput
        pathlib.Path: open mkdir unlink touch rename replace write_text write_bytes
        pickle: dump safe_dump
        json: dump safe_dump
        joblib: dump safe_dump
        dill: dump safe_dump
        cloudpickle: dump safe_dump
        yaml: dump safe_dump
        marshal: dump safe_dump
        torch: save
        h5py: File
        sqlite3: connect
        csv: writer DictWriter
        : gzip.open bz2.open lzma.open tarfile.open io.open codecs.open
        zipfile: ZipFile
        pandas.DataFrame: to_csv to_json to_parquet to_pickle to_excel to_hdf
        cv2: imwrite imshow waitKey VideoCapture
        imageio: write imwrite mimwrite volwrite mvolwrite get_writer
        soundfile: write
        """,
    ),
    (
        Record(result=Result.OBJECT, of="pathlib.Path", effect=_NOTHING),
        "pathlib.Path: absolute expanduser joinpath with_name with_stem with_suffix",
    ),
    (
        Record(result=Result.OBJECT, of="pathlib.Path", is_attribute=True),
        "pathlib.Path: parent",
    ),
    (
        Record(effect=Effect.ASKS_FILES),
        """
        os: listdir scandir walk stat read
        os.path: exists isfile isdir getsize getmtime
        glob: glob iglob
        pathlib.Path: exists glob rglob iterdir is_file is_dir stat read_text read_bytes
        pickle: load safe_load
        json: load safe_load
        joblib: load safe_load
        dill: load safe_load
        cloudpickle: load safe_load
        yaml: load safe_load
        marshal: load safe_load
        torch: load
        csv: reader DictReader
        : PIL.Image.open
        cv2: imread
        imageio: read imread mimread volread mvolread get_reader
        soundfile: read
        """,
    ),
    (
        Record(effect=Effect.FILES),
        """
        shutil: *
        tempfile: *
        scipy.io: * wavfile.*
        """,
    ),
    (
        Record(effect=Effect.ASKS_FILES),
        """
        scipy.io: loadmat wavfile.read
        pandas: read_clipboard read_excel read_gbq read_hdf read_html read_json read_pickle read_sas
            read_spss read_sql read_sql_query read_sql_table read_xml
        """,
    ),
    (
        Record(result=Result.OBJECT, of="pandas.DataFrame", effect=Effect.ASKS_FILES),
        "pandas: read_csv read_feather read_fwf read_orc read_parquet read_stata read_table",
    ),
    (
        Record(result=Result.OBJECT, of="pandas.DataFrame"),
        """
        pandas.DataFrame: copy drop drop_duplicates dropna fillna head reset_index sample sort_values
            tail
        """,
    ),
    (Record(result=Result.OBJECT, of="pandas.Series"), "pandas.DataFrame: __getitem__"),
    (Record(effect=_NOTHING), "tempfile: gettempdir matplotlib.pyplot: cm"),
    (Record(effect=Effect.HANDLE), "builtins.file: *"),
    (
        Record(effect=Effect.RANDOM),
        """
        scipy.stats: bernoulli.rvs beta.rvs binom.rvs cauchy.rvs expon.rvs gamma.rvs laplace.rvs
            lognorm.rvs multivariate_normal.rvs norm.rvs poisson.rvs randint.rvs t.rvs truncnorm.rvs
            uniform.rvs
        """,
    ),
    (
        Record(effect=Effect.PLOTS),
        """
        matplotlib: pyplot.* pylab.*
        : pylab.* seaborn.* plotly.express.*
        : gym.Env.render pygame.display.update pygame.display.flip
        """,
    ),
    (Record(result=Result.OBJECT, of="gym.Env"), ": gym.make gymnasium.make gym.Env gymnasium.Env"),
    (
        Record(effect=Effect.REPORTS),
        """
        : wandb.log comet_ml.* clearml.*
        mlflow: log_artifact log_artifacts log_dict log_figure log_image log_metric log_metrics
            log_model log_param log_params log_text
        neptune: log_artifact log_image log_metric log_text
        """,
    ),
    (
        Record(effect=Effect.NETWORK),
        """
        : requests.* httpx.* urllib.request.*
        socket: socket create_connection create_server
        """,
    ),
    (
        Record(effect=Effect.WAITS),
        """
        : time.sleep asyncio.sleep asyncio.run
        pygame: time.Clock.tick time.Clock.tick_busy_loop time.delay time.wait event.wait
        sounddevice: sleep wait
        """,
    ),
    (
        Record(effect=Effect.ASKS),
        ": builtins.input getpass.getpass sys.stdin.readline sys.stdin.read google.colab.files.upload",
    ),
    (
        Record(effect=Effect.UNKNOWN, runs=Runs.PYTHON),
        ": threading.Thread atexit.register weakref.finalize signal.signal",
    ),
    (Record(result=Result.NUMBER, effect=_NOTHING), "math: *"),
    (Record(result=Result.BOOL, effect=_NOTHING), "math: isclose isfinite isinf isnan"),
    (Record(effect=_NOTHING), "math: frexp modf"),
)
