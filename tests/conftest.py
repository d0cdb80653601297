"""Which tests need more than Python: those of the native engine a C compiler, those of the exports SPIN and Rumur."""

import pytest

NEEDS = {"native": "compiler", "export": "peers"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of some folders by what they need; a fresh machine leaves them out, `.ci/run` runs them."""
    for item in items:
        for folder, need in NEEDS.items():
            if folder in item.path.parent.parts[-1:]:
                item.add_marker(getattr(pytest.mark, need))
