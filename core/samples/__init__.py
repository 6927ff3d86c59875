"""Sample sets to try the product on: written by us, made by code when a person asks for one."""

from __future__ import annotations

from core.samples import food, health, shop
from core.samples.base import Sample, SampleQuestion

SAMPLES: tuple[Sample, ...] = (shop.SAMPLE, health.SAMPLE, food.SAMPLE)

__all__ = ["SAMPLES", "Sample", "SampleQuestion"]
