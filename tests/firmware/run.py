"""Runs the checks of one file by MicroPython itself: every function whose name starts with test_.

micropython -X heapsize=240wK tests/firmware/run.py check_debounce

MICROPYPATH has the fakes, this folder, the firmware and the folder of frame.py. The heap imitates a
Pico's: twice its size, because objects are twice as big on a PC.
"""

import sys


def run(name):
    """Run the checks; how many failed."""
    module = __import__(name)
    passed = failed = 0
    for test in sorted(dir(module)):
        if not test.startswith("test_"):
            continue
        try:
            getattr(module, test)()
            passed += 1
        except Exception as error:
            failed += 1
            print("FAILED", test)
            sys.print_exception(error)
    print(f"{passed} passed, {failed} failed")
    return failed


sys.exit(1 if run(sys.argv[1]) else 0)
