"""The compiled `Model` -> one page that shows every decision as a person will see it."""

from interruptgen.preview.decisions import decisions
from interruptgen.preview.page import page

__all__ = ["decisions", "page"]
