"""The compiled `Model` -> one page that shows every decision as a person will see it."""

from interruptgen.preview.compared import compared, elsewhere, key
from interruptgen.preview.decisions import decisions
from interruptgen.preview.page import is_page, page

__all__ = ["compared", "decisions", "elsewhere", "is_page", "key", "page"]
