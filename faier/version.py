"""The version of faier, readable without importing anything else."""

VERSION = "0.2.0"
