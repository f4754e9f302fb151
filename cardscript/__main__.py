"""`python -m cardscript` is the same as `cardscript`."""

from cardscript.cli import main

if __name__ == "__main__":
    main()
