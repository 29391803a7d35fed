"""The command line: arguments in, exit status out."""

import sys


def main() -> int:
    """Run one command and return its exit status."""
    return 0


if __name__ == "__main__":
    sys.exit(main())
