// The extension as it is built, with VS Code's own client and a real server; of the editor a stand-in.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { pathToFileURL } = require("node:url");
const { fakeVSCode, install } = require("./fake_vscode.cjs");

const SERVER = JSON.parse(process.env.TFLINT_SERVER ?? '["tflint", "server"]');
const PRINTING =
  "import tensorflow as tf\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n";
const PATIENCE = 60_000;

/** Runs the extension over one open file; what is told of it first, and what was said in windows. */
async function run(settings, { trusted = true, wait = PATIENCE } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tflint-vscode-"));
  const file = path.join(folder, "train.py");
  fs.writeFileSync(file, PRINTING);
  const said = [];
  let told;
  const first = new Promise((resolve) => (told = resolve));
  const vscode = fakeVSCode({
    folder,
    texts: [{ path: file, text: PRINTING }],
    settings,
    trusted,
    said,
    onDiagnostics: (uri, diagnostics) => told({ uri, diagnostics }),
  });
  const remove = install(vscode);
  try {
    delete require.cache[require.resolve("../dist/extension.js")];
    const extension = require("../dist/extension.js");
    await extension.activate({ subscriptions: [] });
    const late = new Promise((resolve) => setTimeout(resolve, wait).unref?.());
    const found = said.length || !trusted ? undefined : await Promise.race([first, late]);
    await extension.deactivate();
    return { said, found, uri: pathToFileURL(file).toString() };
  } finally {
    remove();
    fs.rmSync(folder, { recursive: true });
  }
}

test("a finding is shown in an open file", async () => {
  const { said, found, uri } = await run({ command: SERVER });
  assert.deepStrictEqual(said, []);
  assert.strictEqual(found.uri, uri);
  assert.deepStrictEqual(
    found.diagnostics.map((one) => [one.range.start.line, one.code, one.source]),
    [[4, "TFL301", "tflint"]],
  );
});

test("the settings of the editor go to the server", async () => {
  const { found } = await run({ command: SERVER, ignore: ["TFL3"] });
  assert.deepStrictEqual(found.diagnostics, []);
});

test("a server that is not there is told, with what to do", async () => {
  const { said } = await run({ command: ["/no/such/tflint", "server"] });
  assert.match(said.at(-1), /\/no\/such\/tflint server could not be started.*pip install/);
});

test("nothing runs in a folder that is not trusted", async () => {
  const { said, found } = await run({ command: ["/no/such/tflint"] }, { trusted: false });
  assert.deepStrictEqual([said, found], [[], undefined]);
});
