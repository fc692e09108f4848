"""What the page knows -> the page: HTML that needs no network and that no text can break.

The script and the style are named to the browser by their digests, and nothing else may run. What
comes from the definitions is data: JSON in which no tag can begin or end. The page is ASCII, so
that it survives whatever it is printed through.
"""

import base64
import hashlib
import html
import json
from collections.abc import Sequence

from interruptgen import data
from interruptgen.model import Json

_BEGINNING = '<!doctype html>\n<html lang="en" data-made-by="interruptgen preview">\n'
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def page(title: str, content: Json) -> str:
    """Return the page that shows `content`, with `title` as its heading."""
    script, style = data.read("templates/preview/page.js"), data.read("templates/preview/page.css")
    policy = _policy(script, style)
    return (
        f'{_BEGINNING}<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{_escaped(title)}</title>\n"
        f"<style>{style}</style>\n</head>\n<body>\n"
        f'<script type="application/json" id="content">{_embedded(content)}</script>\n'
        '<div id="page"><noscript>This page needs JavaScript to show the forms.</noscript></div>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _escaped(text: str) -> str:
    return html.escape(text).encode("ascii", "xmlcharrefreplace").decode()


def is_page(content: bytes) -> bool:
    """Tell from the beginning of a file whether it is such a page."""
    return content.startswith(_BEGINNING.encode())


def _policy(script: str, style: str) -> str:
    parts: Sequence[str] = (
        "default-src 'none'",
        f"script-src {_digest(script)}",
        f"style-src {_digest(style)}",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return "; ".join(parts)


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _embedded(value: Json) -> str:
    text = json.dumps(value, separators=(",", ":"))
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return text
