// Pairs of a state and an operation -> what fast-json-patch makes of each, or null where it refuses.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const { applyPatch } = createRequire(`${process.cwd()}/`)("fast-json-patch");

function after([state, operation]) {
  try {
    return { state: applyPatch(state, [operation], true, false).newDocument };
  } catch {
    return null;
  }
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(after)));
