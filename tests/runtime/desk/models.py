"""The values of the desk's schemas."""

from enum import Enum

from pydantic import MISSING, BaseModel, ConfigDict, Field, RootModel


class Currency(Enum):
    EUR = "EUR"
    USD = "USD"


class Price(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    amount: float | int
    currency: Currency


class Leg(RootModel[tuple[str, str]]):
    model_config = ConfigDict(strict=True)


class ChooseItineraryPayload(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    options: list[str]
    legs: list[Leg] | None = None


class ChooseItineraryResponse(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)
    choice: int
    remark: str | MISSING | None = MISSING
    hold_until: str | None = Field(default=None, alias="holdUntil")


class RefundInput(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    price: Price
    traveller: str
    reference: int | None


class RefundOutput(RootModel[str]):
    model_config = ConfigDict(strict=True)


class RefundApprove(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    ticket: str


class RefundReject(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    reason: str


class PickFileOutput(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    path: str
