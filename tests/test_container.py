"""The container file, built by buildah on a Debian that is made here: no image comes from a registry."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from commands import CLEAN, PRINTING, write
from environments import ROOT

NEEDED = ("buildah", "debootstrap")
LACKS = [name for name in NEEDED if shutil.which(name) is None]
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        bool(LACKS) or os.geteuid() != 0, reason=f"needs root, {' and '.join(NEEDED)}"
    ),
]
Buildah = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def buildah(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Buildah]:
    """Runs buildah with a storage of its own."""
    folder = tmp_path_factory.mktemp("containers")
    storage = ["--root", folder / "root", "--runroot", folder / "run", "--storage-driver", "vfs"]

    def run(*arguments: str | Path, check: bool = True) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            ["buildah", *storage, *arguments],
            cwd=ROOT,
            env={**os.environ, "BUILDAH_ISOLATION": "chroot"},
            capture_output=True,
            text=True,
            timeout=900,
        )
        assert not check or done.returncode == 0, done.stdout + done.stderr
        return done

    yield run
    run("rm", "--all")
    run("rmi", "--all", "--force")
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def image(buildah: Buildah, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The image, on a Debian with Python."""
    rootfs = tmp_path_factory.mktemp("debian") / "rootfs"
    packages = "--include=python3,python3-venv,ca-certificates"
    made = ["debootstrap", "--variant=minbase", packages, "bookworm", str(rootfs)]
    subprocess.run(
        [*made, "http://deb.debian.org/debian"], check=True, capture_output=True, timeout=900
    )
    if CERTIFICATES.exists():  # those that this machine trusts
        shutil.copy(CERTIFICATES, rootfs / CERTIFICATES.relative_to("/"))
    container = buildah("from", "scratch").stdout.strip()
    buildah("copy", "-q", container, rootfs, "/")
    buildah("commit", "-q", "--rm", container, "localhost/base")
    shutil.rmtree(rootfs)
    buildah("build", "-q", "--build-arg", "BASE=localhost/base", "-t", "localhost/tflint", ".")
    return "localhost/tflint"


def test_it_lints_what_is_mounted(buildah: Buildah, image: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.py": PRINTING, "clean.py": CLEAN})
    for folder in (tmp_path, *tmp_path.parents[:4]):
        folder.chmod(0o755)  # the user of the container is another one
    container = buildah("from", image).stdout.strip()
    settings = json.loads(buildah("inspect", container).stdout)["OCIv1"]["config"]
    assert settings["User"] == "tflint"
    assert settings["WorkingDir"] == "/code"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [*settings["Entrypoint"], *arguments]
        mounted = ["--volume", f"{tmp_path}:/code:ro"]
        return buildah("run", *mounted, container, "--", *command, check=False)

    found = run("--no-cache", "--output-format", "concise")
    assert found.stdout.splitlines()[0].startswith("a.py:5:5: TFL301"), found.stderr
    assert found.returncode == 1
    assert run("--no-cache", "clean.py").returncode == 0
    listing = buildah("run", container, "--", "find", "/tmp", "/code", "-name", "*.py").stdout
    assert listing == ""
