// As much of VS Code as the extension and its client ask for; whatever else is asked for does nothing.
"use strict";

const Module = require("node:module");
const { pathToFileURL, fileURLToPath } = require("node:url");

function event() {
  return () => ({ dispose() {} });
}

/** An object that has anything: classes, functions and namespaces that do nothing. */
function anything(known = {}) {
  return new Proxy(function () {}, {
    get(_, name) {
      if (name in known) return known[name];
      if (name === "then" || typeof name === "symbol") return undefined;
      if (/^on[A-Z]/.test(name)) return event();
      known[name] = class {
        constructor(...given) {
          Object.assign(this, { given });
        }
        static from() {
          return { dispose() {} };
        }
        dispose() {}
      };
      return known[name];
    },
    has: () => true,
    apply: () => ({ dispose() {} }),
  });
}

function namespace(known) {
  return new Proxy(known, {
    get(target, name) {
      if (name in target) return target[name];
      if (typeof name === "symbol" || name === "then") return undefined;
      if (/^on[A-Z]/.test(name)) return event();
      return () => ({ dispose() {} });
    },
  });
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.slice(0, text.indexOf(":"));
    this.fsPath = this.scheme === "file" ? fileURLToPath(text) : text;
    this.path = this.fsPath;
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri(pathToFileURL(path).toString());
  }
  toString() {
    return this.text;
  }
}
class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(startLine, startCharacter, endLine, endCharacter) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
}
class Disposable {
  constructor(dispose = () => {}) {
    this.dispose = dispose;
  }
  static from(...others) {
    return new Disposable(() => others.forEach((other) => other.dispose()));
  }
}
class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}
class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}
CodeActionKind.Empty = new CodeActionKind("");
for (const name of ["QuickFix", "Refactor", "Source"]) {
  CodeActionKind[name] = new CodeActionKind(name.toLowerCase());
}
class CancellationTokenSource {
  constructor() {
    this.token = { isCancellationRequested: false, onCancellationRequested: event() };
  }
  cancel() {}
  dispose() {}
}
class EventEmitter {
  constructor() {
    this.heard = [];
    this.event = (listener) => {
      this.heard.push(listener);
      return new Disposable();
    };
  }
  fire(value) {
    this.heard.forEach((listener) => listener(value));
  }
  dispose() {}
}

/** VS Code with some open texts and settings; what is told of the texts comes to `onDiagnostics`. */
function fakeVSCode({ folder, texts, settings, trusted, onDiagnostics, said }) {
  const document = ({ path, text }) => ({
    uri: Uri.file(path),
    languageId: "python",
    version: 1,
    isClosed: false,
    getText: () => text,
    lineCount: text.split("\n").length,
  });
  const folders = [{ uri: Uri.file(folder), name: "project", index: 0 }];
  const configuration = (section) => {
    const values = section === "tflint" ? settings : {};
    const names = { command: [], unsafeFixes: true, ...values };
    return {
      ...names,
      get: (key, otherwise) => (key in names ? names[key] : otherwise),
      inspect: (key) => ({ key, globalValue: values[key] }),
      has: (key) => key in names,
    };
  };
  const channel = namespace({ append() {}, appendLine() {}, logLevel: 1 });
  return anything({
    version: "1.91.0",
    Uri,
    Position,
    Range,
    Disposable,
    Diagnostic,
    EventEmitter,
    CodeActionKind,
    CancellationTokenSource,
    CancellationError: class extends Error {},
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
    env: namespace({ appName: "fake", language: "en" }),
    extensions: namespace({ getExtension: () => undefined }),
    commands: namespace({ registerCommand: () => new Disposable() }),
    languages: namespace({
      match: (selector, given) => (given.languageId === "python" ? 10 : 0),
      createDiagnosticCollection: () => ({
        set: (uri, diagnostics) => onDiagnostics(uri.toString(), diagnostics),
        clear() {},
        delete() {},
        dispose() {},
      }),
    }),
    window: namespace({
      visibleTextEditors: [],
      tabGroups: namespace({ all: [] }),
      createOutputChannel: () => channel,
      showErrorMessage: async (text) => void said.push(text),
    }),
    workspace: namespace({
      isTrusted: trusted,
      workspaceFolders: folders,
      notebookDocuments: [],
      textDocuments: texts.map(document),
      getConfiguration: configuration,
      getWorkspaceFolder: () => folders[0],
      createFileSystemWatcher: () =>
        namespace({ dispose() {} }),
    }),
  });
}

/** Puts it in the place of the module that VS Code gives its extensions. */
function install(vscode) {
  const load = Module._load;
  Module._load = function (name, ...rest) {
    return name === "vscode" ? vscode : load.call(this, name, ...rest);
  };
  return () => void (Module._load = load);
}

module.exports = { fakeVSCode, install };
