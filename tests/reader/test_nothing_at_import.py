"""Nothing is started by importing: a debug reloader, a second worker or a spawned process would start it twice."""

import subprocess
import sys

EVERYTHING = """
import importlib, multiprocessing, pkgutil, threading
import engine, poems, reader, webapp
for package in (poems, engine, reader, webapp):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith(("__main__", ".env")) and ".versions" not in module.name:
            importlib.import_module(module.name)
print([thread.name for thread in threading.enumerate()], multiprocessing.active_children())
"""


def test_importing_every_module_starts_no_thread_and_no_process() -> None:
    run = subprocess.run([sys.executable, "-c", EVERYTHING], capture_output=True, text=True, check=True)
    assert run.stdout == "['MainThread'] []\n"
