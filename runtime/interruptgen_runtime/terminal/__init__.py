"""A person at a terminal, or a script, answers an agent: `interruptgen chat` and `answer`.

The two commands are in `commands`; everything else is loaded when one of them runs. It needs the
extra `terminal`.
"""
