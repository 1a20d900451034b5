"""Spots as people meet them: presets by position, and lines of a blueprint before the flop."""

from __future__ import annotations

from typing import Any

from pokerlake.api.spots import blueprints, presets

from ..declared import question_of

_DECLARED: list[Any] = [presets.presets, blueprints.blueprint_spot]
QUESTIONS = [question_of(each.question) for each in _DECLARED]
