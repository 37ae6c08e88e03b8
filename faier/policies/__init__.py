"""Policies, planned: which noise answers a workload best, where some pairs of values only are to be hidden.

    from faier.policies import plan, read_budget, read_policy, read_workload

    policy = read_policy("line:64")
    best = plan(policy, read_workload("ranges", policy), read_budget("1")).results[0]

Matrices are scipy's and graphs are networkx's: `pip install 'faier[calibrate]'`.
"""

from faier.extras import needed

needed("calibrate", "numpy", "scipy", "networkx")

from faier.policies.adaptive import ADAPTIVE  # noqa: E402
from faier.policies.bounds import least_error, singular_values  # noqa: E402
from faier.policies.budget import Budget, read_budget  # noqa: E402
from faier.policies.data import read_counts  # noqa: E402
from faier.policies.exact_matrices import (  # noqa: E402
    MatrixError,
    Unanswerable,
    error,
    error_on_flows,
    flows_of,
    read_strategies,
    sensitivity,
)
from faier.policies.methods import METHODS, Mechanism, mechanism  # noqa: E402
from faier.policies.planning import Errors, Planned, Row, not_measured, plan, with_data  # noqa: E402
from faier.policies.policy import Policy, Unreadable, from_graph, from_pairs, read_policy  # noqa: E402
from faier.policies.releasing import Released, release  # noqa: E402
from faier.policies.transform import Transformed, incidence, transform  # noqa: E402
from faier.policies.trees import Approximation, NotForThis, NoWay, approximate, grid, grouped_line, line, stretch  # noqa: E402
from faier.policies.workloads import Workload, from_rows, read_workload  # noqa: E402
from faier.policies.writing import of_strategy, promised, written  # noqa: E402
from faier.policies.writing_adaptive import written_adaptive  # noqa: E402

__all__ = [
    "ADAPTIVE",
    "METHODS",
    "Approximation",
    "Budget",
    "Errors",
    "MatrixError",
    "Mechanism",
    "NoWay",
    "NotForThis",
    "Planned",
    "Policy",
    "Released",
    "Row",
    "Transformed",
    "Unanswerable",
    "Unreadable",
    "Workload",
    "approximate",
    "error",
    "error_on_flows",
    "flows_of",
    "from_graph",
    "from_pairs",
    "from_rows",
    "grid",
    "grouped_line",
    "incidence",
    "least_error",
    "line",
    "mechanism",
    "not_measured",
    "of_strategy",
    "plan",
    "promised",
    "read_budget",
    "read_counts",
    "read_policy",
    "read_strategies",
    "read_workload",
    "release",
    "sensitivity",
    "singular_values",
    "stretch",
    "transform",
    "with_data",
    "written",
    "written_adaptive",
]
