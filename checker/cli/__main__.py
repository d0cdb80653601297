"""`python -m checker.cli`: the same as `kittens`."""

from checker.cli.main import main

main()
