"""The mechanisms of the libraries, called with the inputs of those in mechanisms.py. `faier audit` runs them."""

from __future__ import annotations

import importlib
import math
from functools import cache


@cache
def _opendp(kind, *arguments, floats=False, **named):
    dp = importlib.import_module("opendp.prelude")
    dp.enable_features("contrib", "honest-but-curious", "idealized-numerics")
    space = ()
    if kind in ("make_laplace", "make_geometric", "make_gaussian"):
        atoms = dp.atom_domain(T=float, nan=False) if floats else dp.atom_domain(T=int)
        distance = dp.l2_distance if kind == "make_gaussian" else dp.l1_distance
        space = dp.vector_domain(atoms), distance(T=float if floats else int)
    if kind == "make_noisy_max":
        space = dp.vector_domain(dp.atom_domain(T=int)), dp.linf_distance(T=int), getattr(dp, arguments[0])()
        arguments = arguments[1:]
    return getattr(dp.m, kind)(*space, *arguments, **named)


@cache
def _diffprivlib(name, **named):
    return getattr(importlib.import_module("diffprivlib.mechanisms"), name)(**named)


def opendp_laplace_of_integers(x, size):
    return _opendp("make_laplace", scale=1.0)([x] * size)


def opendp_geometric_in_range(x, size):
    return _opendp("make_geometric", scale=1.0, bounds=(0, 3))([x] * size)


def opendp_response(answer):
    return _opendp("make_randomized_response_bool", prob=0.75)(answer)


def opendp_response_of_four(value):
    return _opendp("make_randomized_response", (0, 1, 2, 3), prob=0.5)(value)


def opendp_noisy_max(utility):
    return _opendp("make_noisy_max", "max_divergence", scale=1 / math.log(2))(utility)


def opendp_noisy_max_gumbel(utility):
    return _opendp("make_noisy_max", "zero_concentrated_divergence", scale=1 / math.log(2))(utility)


def opendp_laplace(x, size):
    return _opendp("make_laplace", scale=1.0, floats=True)([float(x)] * size)


def opendp_gaussian(x, size):
    return _opendp("make_gaussian", scale=1.25, floats=True)([float(x)] * size)


def diffprivlib_geometric(x):
    return _diffprivlib("Geometric", epsilon=1.0).randomise(x)


def diffprivlib_geometric_truncated(x):
    return _diffprivlib("GeometricTruncated", epsilon=1.0, lower=0, upper=3).randomise(x)


def diffprivlib_binary(answer):
    return (
        _diffprivlib("Binary", epsilon=math.log(3), value0="no", value1="yes").randomise("yes" if answer else "no")
        == "yes"
    )


def diffprivlib_exponential(utility):
    return _diffprivlib_choice("Exponential", tuple(utility)).randomise()


def diffprivlib_permute_and_flip(utility):
    return _diffprivlib_choice("PermuteAndFlip", tuple(utility)).randomise()


@cache
def _diffprivlib_choice(name, utility):
    return _diffprivlib.__wrapped__(name, epsilon=2 * math.log(2), sensitivity=1.0, utility=list(utility))


def diffprivlib_laplace(x):
    return _diffprivlib("Laplace", epsilon=1.0, sensitivity=1.0).randomise(x)


def diffprivlib_laplace_truncated(x):
    return _diffprivlib("LaplaceTruncated", epsilon=1.0, sensitivity=1.0, lower=0, upper=3).randomise(x)


def pydp_laplace_of_integers(x):
    return _pydp().add_noise(int(x))


def pydp_laplace(x):
    return _pydp().add_noise(float(x))


@cache
def _pydp():
    return importlib.import_module("pydp.algorithms.numerical_mechanisms").LaplaceMechanism(
        epsilon=1.0, sensitivity=1.0
    )


def pure_ldp_direct_encoding(value):
    return _pure_ldp("direct_encoding", "DEClient", 4)._perturb(value)


def pure_ldp_unary_encoding(value):
    return _pure_ldp("unary_encoding", "UEClient", 3, use_oue=True)._perturb(value)


@cache
def _pure_ldp(package, name, size, **named):
    module = importlib.import_module(f"pure_ldp.frequency_oracles.{package}")
    return getattr(module, name)(math.log(3), size, **named)


def multi_freq_response_of_four(value):
    return _multi_freq("GRR").GRR_Client(value, 4, math.log(3))


def multi_freq_unary(value):
    return _multi_freq("UE").UE_Client(value, 3, math.log(3), True)


def multi_freq_rappor(value):
    return _multi_freq("UE").UE_Client(value, 3, math.log(9), False)


@cache
def _multi_freq(name):
    return importlib.import_module(f"multi_freq_ldpy.pure_frequency_oracles.{name}")


def diffpriv_pure_count(x):
    return importlib.import_module("diffpriv_pure").private_count(x, 1.0)


def diffpriv_pure_laplace(x):
    return x + importlib.import_module("diffpriv_pure").laplace_noise(1.0, 1.0)


def eeprivacy_laplace(x, size):
    return _eeprivacy("LaplaceMechanism").execute_batch(values=[x] * size, epsilon=1.0, sensitivity=1.0)


def eeprivacy_gaussian(x, size):
    return _eeprivacy("GaussianMechanism").execute_batch(values=[x] * size, epsilon=10.0, delta=1e-5, sensitivity=1.0)


def _eeprivacy(name):
    return getattr(importlib.import_module("eeprivacy.mechanisms"), name)
