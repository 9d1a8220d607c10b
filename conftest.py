"""What is tested is the source, whatever `make play` has compiled: said here, where every run of pytest looks first."""

import os

os.environ.setdefault("SEVENROCKS_KERNEL", "interpreted")
