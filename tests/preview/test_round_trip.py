"""What is filled into a form comes out of it as it was: all instances of all cases."""

import json
from typing import Any

import pytest

from cases_exact.pasting import cases
from interruptgen.model import Json, JsonObject
from interruptgen.pipeline import compile_sources
from interruptgen.preview import decisions
from preview.showing import Shower, mount_all

pytestmark = pytest.mark.slow


def carried(value: Json) -> Json:
    """Return a value as JavaScript has it."""
    found: Json = json.loads(json.dumps(value), parse_int=float)
    return found


def case_content() -> tuple[JsonObject, dict[str, list[Any]]]:
    """Return a page of all cases, with the instances that each has to accept as examples."""
    found: list[Json] = []
    instances: dict[str, list[Any]] = {}
    for case in cases():
        model = compile_sources({case.path: case.source}, case.others.get).model
        if model is None:
            continue
        (one,) = [each for each in decisions(model) if each["kind"] == "interrupt"]
        valid: list[Json] = case.told.get("valid_instances", [])
        values: list[Json] = [
            {"values": {"payload": value, "response": value}, "isMadeUp": False} for value in valid
        ]
        found.append({**one, "id": case.name, "examples": values})
        instances[case.name] = valid
    return {"title": "Cases", "decisions": found}, instances


FILL_ALL = """async () => {
  const settled = () => new Promise((done) => setTimeout(done, 0))
  const choose = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set
  const type = async (field, text) => {
    const written = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set
    written.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await settled()
  }
  const found = []
  for (const article of document.querySelectorAll('article')) {
    const examples = [...article.querySelectorAll('label')]
      .find((one) => one.textContent === 'Example')?.control
    for (let index = 0; index < (examples?.options.length ?? 1); index += 1) {
      if (examples) {
        choose.call(examples, String(index))
        examples.dispatchEvent(new Event('change', { bubbles: true }))
        await settled()
      }
      const fill = [...article.querySelectorAll('button')]
        .find((one) => one.textContent === 'Fill in the example')
      fill?.click()
      await settled()
      const isForm = article.querySelector('.rjsf') !== null
      const sent = () => article.querySelector('.sent pre, .answer .verdict.refused').textContent
      const before = sent()
      // What is typed and taken back leaves all the rest as it was.
      const field = [...article.querySelectorAll('.rjsf input[type=text], .rjsf textarea')]
        .find((one) => one.value !== '')
      if (field) {
        const text = field.value
        await type(field, `${text}x`)
        await type(field, text)
      }
      found.push([article.id, isForm, before, sent()])
    }
  }
  return found
}"""


def test_every_case_comes_back_from_its_form_as_it_is(shower: Shower) -> None:
    content, instances = case_content()
    shown = shower.show(content)
    mount_all(shown)
    found: list[tuple[str, bool, str, str]] = shown.evaluate(FILL_ALL)
    expected = [
        (f"interrupt-{name}", value) for name, values in instances.items() for value in values
    ]
    assert len(found) == len(expected) > 150
    for (id, _, *both), (name, value) in zip(found, expected, strict=True):
        assert id == name
        for text in both:
            assert text.startswith("{"), (id, text)
            assert carried(json.loads(text)["payload"]) == carried(value), id
    assert sum(is_form for _, is_form, _, _ in found) > 100
