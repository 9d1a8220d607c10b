"""How fast Seven Rocks is, beside named peers measured in the same run: `make bench`.

Each comparison is a file in the folder `bench`, and its name is the file's. It runs in a process of its own; what is compared
there is measured in turns (A B A B ...), so that a busy machine slows both alike. Nothing is asserted: times belong to a
machine.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
NAMES = ("engine", "kernel", "start", "memory", "redraw", "keys")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few repetitions")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(NAMES)}")
    options = parser.parse_args()
    for name in options.names:
        if name not in NAMES:
            parser.error(f"there is no {name}; there are {', '.join(NAMES)}")
    # The kernel is measured in both forms, and loads the compiled one itself.
    environment = os.environ | {"SEVENROCKS_KERNEL": "interpreted"}
    for name in ("report", *(options.names or NAMES)):
        command = [sys.executable, str(FOLDER / f"{name}.py"), *["--quick"][: options.quick]]
        subprocess.run(command, check=False, env=environment)


if __name__ == "__main__":
    main()
