"""One experiment: load the program, find the function and its arguments, call it, report."""

from __future__ import annotations

import functools

from ..protocol import Job
from . import (
    absent_environments,
    absent_files,
    absent_models,
    absent_pictures,
    channels,
    command_lines,
    drive,
    effects,
    line_makes,
    older_versions,
    outside,
    owners,
    public_data,
    short_training,
    symbols,
)
from .data_files import DataFiles
from .experiment import Experiment
from .reads import READING
from .shared import Shared


def run(framework: str, job: Job, shared: Shared, folder: str) -> None:
    """Run one experiment in this process, which ends with it."""
    x = Experiment(framework, job, shared, folder)
    x.stage("loading")
    x.world.site_of = x.site_of
    x.meter.is_project = x.program.is_project
    x.meter.owns = x.program.owns
    x.meter.state_roots = x.roots
    x.world.install(x.meter, x.side, x.capture, x.kind)
    x.world.seed()
    x.object_of = functools.partial(owners.instance_of, x)
    outside.install(x)
    files = DataFiles(x.scratch, x.job.folders)
    for name in x.job.files:
        files.provide(name)
    READING.before_open = files.before_open
    x.absent_files = absent_files.AbsentFiles(x)
    x.program.stand_in = x.absent_files.stand_in
    x.program.model_instead = x.model_instead
    command_lines.install(job.chosen)
    x.program.prepare()
    absent_environments.install(x)
    older_versions.install(framework, job)
    absent_models.install(x, files.provide)
    short_training.install(x)
    absent_pictures.install(x, files.provide)
    channels.quieten(x.world.packages)
    x.meter.watches_state = x.job.watch.state
    x.meter.keeps_state = not x.job.watch.cost
    symbols.watch(x)
    line_makes.watch(x)
    public_data.install(x)
    if x.job.watch.logging:
        x.meter.channels.watch_handlers()
    if x.job.watch.files:
        x.meter.channels.watch_files()
    if x.job.watch.effects:
        x.meter.effects = effects.EffectCounter(x)
        x.meter.effects.install()
    try:
        drive.run(x)
    except Exception as error:
        failure = x.meter.describe(error)
        if not any(x.program.owns(path) for path, _ in failure.frames):
            raise
        # What the program's own code says while we look at it: what stands for a missing import, say.
        x.result.error = x.result.error or failure
    x.stage("done")
