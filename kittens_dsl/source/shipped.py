"""Where the specification that comes with the program lies."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
INSTALLED_NAME = "shipped_spec"
CHECKOUT_NAME = "spec"


def find_spec_directory() -> Path:
    """The specification's directory: in a wheel inside the package, in a checkout (or editable install) beside it.

    FileNotFoundError if neither is there: then the installation is broken, not the user's command.
    """
    installed = PACKAGE / INSTALLED_NAME
    if installed.is_dir():
        return installed
    checkout = PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / CHECKOUT_NAME).is_dir():
        return checkout / CHECKOUT_NAME
    raise FileNotFoundError(f"the specification is missing: neither {installed} nor {checkout / CHECKOUT_NAME} exists")
