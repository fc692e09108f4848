"""Kinds of bad input: the configuration."""

from hostile.breaking import Content, both, fifo, file, folder, gone, link, locked
from hostile.kind import Kind
from hostile.sandbox import CONFIGURATION

_CONFIG = "interruptgen.toml"


def _config(name: str, text: Content) -> Kind:
    return Kind(f"configuration: {name}", file(_CONFIG, text))


CONFIGURATIONS = [
    _config("not TOML", "sources = ["),
    _config("binary", bytes(range(256))),
    _config("UTF-16", CONFIGURATION.encode("utf-16")),
    _config("100,000 levels deep", "out = " + "[" * 100_000),
    _config("1,000 levels deep", "out = " + "[" * 1_000 + "]" * 1_000),
    _config("a table 100,000 levels deep", "[" + ".".join("a" * 100_000) + "]"),
    _config("a number of 5,000 digits", f"{CONFIGURATION}x = {'1' * 5_000}\n"),
    _config("a day that is none", f"{CONFIGURATION}x = 2024-02-31\n"),
    _config("not a number", f"{CONFIGURATION}x = nan\n"),
    _config("20 MB", lambda: CONFIGURATION + "# filler\n" * (20 * 2**20 // 9)),
    _config(
        "100,000 unknown settings",
        lambda: CONFIGURATION + "".join(f"x{n} = 1\n" for n in range(100_000)),
    ),
    _config(
        "a list over 100,000 lines",
        lambda: 'out = "generated"\nsources = [\n' + '"interrupts",\n' * 100_000 + "]\n",
    ),
    _config("an unknown setting", f"{CONFIGURATION}sauces = []\n"),
    _config("empty", ""),
    _config("no out", 'sources = ["interrupts"]\n'),
    _config("out is empty", 'out = ""\n'),
    _config("out is the project", 'out = "."\n'),
    _config("out is above the project", 'out = "../generated"\n'),
    _config("out is absolute", 'out = "/tmp"\n'),
    _config("out is a number", "out = 1\n"),
    _config("out is the folder of the sources", 'sources = ["interrupts"]\nout = "interrupts"\n'),
    _config("out has a NUL", 'out = "a\\u0000b"\n'),
    _config("out has 10,000 characters", f'out = "{"x" * 10_000}"\n'),
    _config("sources is a text", 'sources = "interrupts"\nout = "generated"\n'),
    _config("sources is empty", 'sources = []\nout = "generated"\n'),
    _config("sources are elsewhere", 'sources = ["/etc", "../x"]\nout = "generated"\n'),
    _config(
        "a source with 10,000 characters", f'sources = ["{"x" * 10_000}"]\nout = "generated"\n'
    ),
    _config("a pattern that explodes", f'sources = ["{"**/" * 40}x.yaml"]\nout = "generated"\n'),
    _config("an unknown target", f'{CONFIGURATION}targets = ["cobol"]\n'),
    Kind("configuration: twice", file("pyproject.toml", '[tool.interruptgen]\nout = "x"\n')),
    Kind("configuration: none", both(gone(_CONFIG), file("pyproject.toml", ""))),
    Kind("configuration: a folder", folder(_CONFIG)),
    Kind("configuration: a FIFO", fifo(_CONFIG)),
    Kind("configuration: a FIFO that is named", fifo("x.toml"), ("build", "--config", "x.toml")),
    Kind("configuration: /dev/zero", link(_CONFIG, "/dev/zero")),
    Kind(
        "configuration: /dev/zero that is named",
        link("x.toml", "/dev/zero"),
        ("build", "--config", "x.toml"),
    ),
    Kind("configuration: a link to itself", link(_CONFIG, _CONFIG)),
    Kind("configuration: may not be read", locked(_CONFIG), privileged=False),
]
