"""What a model checker needs to know of any model."""

from checker.model.bounds import Bounds, Limit
from checker.model.exploration import Exploration, Hit, Progress, SearchTree
from checker.model.monitors import list_monitors
from checker.model.protocol import Label, Model, State, WeighsLabels, WeightedModel
from checker.model.trace import Lasso, Trace, Visit

__all__ = [
    "Bounds",
    "Exploration",
    "Hit",
    "Label",
    "Lasso",
    "Limit",
    "Model",
    "Progress",
    "SearchTree",
    "State",
    "Trace",
    "Visit",
    "WeighsLabels",
    "WeightedModel",
    "list_monitors",
]
