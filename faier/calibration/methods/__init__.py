"""The published methods that say how much noise to add, in the order in which they are told.

Each is told what is known of a claim, and answers with the scale of Laplace noise that it asks for. What becomes of the
claim with that much noise is decided by others: no method is believed.
"""

from __future__ import annotations

from faier.calibration.known import Method
from faier.calibration.methods import groups, inferential, markov, mixing, normals, wasserstein

SONG = "Song, Wang and Chaudhuri, Pufferfish Privacy Mechanisms for Correlated Data (2017)"
COMPOSED = "Song and Chaudhuri, Composition Properties of Inferential Privacy for Time-Series Data (2017)"
DWORK = "Dwork, McSherry, Nissim and Smith, Calibrating Noise to Sensitivity in Private Data Analysis (2006)"
GHOSH = "Ghosh and Kleinberg, Inferential Privacy Guarantees for Differentially Private Mechanisms (2016)"
DING = "Ding, Approximation of Pufferfish Privacy for Gaussian Priors (2024)"

METHODS = (
    Method("global sensitivity", DWORK, groups.sensitivity),
    Method("group privacy", f"{SONG}, appendix A.2", groups.group),
    Method("entry privacy", f"{SONG}, section 1", groups.entry),
    Method("Wasserstein", f"{SONG}, Algorithm 1", wasserstein.asks),
    Method("Wasserstein with delta", f"{SONG}, appendix A.4", wasserstein.asks_with_delta),
    Method("Markov quilt, exact", f"{SONG}, Algorithm 2; {COMPOSED}, MQMExact", markov.exactly),
    Method("Markov quilt, network", f"{SONG}, Algorithm 2", markov.of_networks),
    Method("Markov quilt, approximate", f"{SONG}, Algorithm 5; {COMPOSED}, MQMApprox", markov.roughly),
    Method("Markov quilt, bound", f"{SONG}, Theorems 4.4 and B.9", mixing.asks),
    Method("inferential privacy", f"{GHOSH}; {SONG}, section 5", inferential.asks),
    Method("Theorem 1 by quantile", f"{DING}, Theorem 1 and Corollary 1 (a)", normals.theorem_1_by_quantile),
    Method("Theorem 1 by Lambert W", f"{DING}, Theorem 1 and Corollary 1 (a)", normals.theorem_1_by_lambert),
    Method("translation", f"{DING}, Remark 1 and Corollary 1 (b)", normals.remark_1),
    Method("Theorem 2 by quantile", f"{DING}, Theorem 2, which does not hold", normals.theorem_2_by_quantile),
    Method("Theorem 2 by Lambert W", f"{DING}, Theorem 2, which does not hold", normals.theorem_2_by_lambert),
    Method("mean of translations", f"{DING}, Corollary 2, which does not hold", normals.corollary_2),
)
