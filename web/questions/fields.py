"""Fields that several questions have, with how long each may be."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

RangeText = Annotated[str, Field(min_length=1, max_length=16_384)]
CardsText = Annotated[str, Field(max_length=200)]
BoardText = Annotated[str, Field(min_length=1, max_length=40)]
