"""The JSON Schemas of desk: canonical, each with its hash."""

from typing import TYPE_CHECKING, Final

from interruptgen_runtime import Condition, Schema, lazy_module

if TYPE_CHECKING:
    from . import models
else:
    models = lazy_module(__package__, "models")

CHOOSE_ITINERARY_PAYLOAD: Final = Schema(
    view=lambda: models.ChooseItineraryPayload,
    hash="sha256:e8baa06f4ff5c011ddebb1d7936cc68e03826a517f9b113c2cc662db370130ad",
    text=(
        '{"$defs":{"Leg":{"maxItems":2,"minItems":2,"prefixItems":[{"type":"string"},{"ty'
        'pe":"string"}],"type":"array"}},"properties":{"legs":{"items":{"$ref":"#/$defs/L'
        'eg"},"type":"array"},"options":{"items":{"type":"string"},"minItems":1,"type":"a'
        'rray"}},"required":["options"],"type":"object"}'
    ),
)

CHOOSE_ITINERARY_RESPONSE: Final = Schema(
    view=lambda: models.ChooseItineraryResponse,
    hash="sha256:90aceaecf39c5b62179fed7060649cfde73a391a91641f27e8e756afcdf7eb8d",
    text=(
        '{"additionalProperties":false,"properties":{"choice":{"minimum":0,"type":"intege'
        'r"},"holdUntil":{"format":"date","type":"string"},"remark":{"type":["string","nu'
        'll"]}},"required":["choice"],"type":"object"}'
    ),
)

REFUND_INPUT: Final = Schema(
    view=lambda: models.RefundInput,
    hash="sha256:cad01c5d8cc4bfa4e3439d215e75544fff5ddcc803e5c6605a87a98352846cb2",
    text=(
        '{"$defs":{"Price":{"additionalProperties":false,"properties":{"amount":{"exclusi'
        'veMinimum":0,"type":"number"},"currency":{"enum":["EUR","USD"]}},"required":["am'
        'ount","currency"],"type":"object"}},"additionalProperties":false,"properties":{"'
        'price":{"$ref":"#/$defs/Price"},"reference":{"type":["integer","null"]},"travell'
        'er":{"type":"string"}},"required":["price","traveller","reference"],"type":"obje'
        'ct"}'
    ),
)

REFUND_OUTPUT: Final = Schema(
    view=lambda: models.RefundOutput,
    hash="sha256:00404e686415370f1711c4d7acfa2905444d3cf23cef2e10c47d445ebe690f96",
    text='{"type":"string"}',
)

REFUND_APPROVE: Final = Schema(
    view=lambda: models.RefundApprove,
    hash="sha256:c86dcb2d39f3d137764cc96df6a076533d28602e450b8fcc1567c17f95229e36",
    text=(
        '{"properties":{"ticket":{"pattern":"^T-[0-9]+$","type":"string"}},"required":["t'
        'icket"],"type":"object"}'
    ),
)

REFUND_REJECT: Final = Schema(
    view=lambda: models.RefundReject,
    hash="sha256:9cfe89872bf59212537aa5a1ebc9b4561c45405ee3aa24886c6e8b1e109edb1b",
    text=(
        '{"properties":{"reason":{"minLength":1,"type":"string"}},"required":["reason"],"'
        'type":"object"}'
    ),
)

PICK_FILE_OUTPUT: Final = Schema(
    view=lambda: models.PickFileOutput,
    hash="sha256:923b083c9bcab2e3d3e07c7d9b4401688ad9f3d5e2c2f0c48fcd43052bdcb71b",
    text='{"properties":{"path":{"type":"string"}},"required":["path"],"type":"object"}',
)

REFUND_NEEDS_APPROVAL: Final = Condition(
    '{"properties":{"price":{"properties":{"amount":{"exclusiveMinimum":100}},"requir'
    'ed":["amount"]}},"required":["price"],"type":"object"}'
)
