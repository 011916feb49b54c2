// Starts `tflint server` and hands it to VS Code's own client of the Language Server Protocol.

import vscode = require("vscode");
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

const CLIENT_ONLY = ["command"];

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("tflint.restart", () => restart()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart()),
    vscode.workspace.onDidChangeConfiguration((event) =>
      event.affectsConfiguration("tflint") ? restart() : undefined,
    ),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart(): Promise<void> {
  await deactivate();
  if (!vscode.workspace.isTrusted) {
    return;
  }
  const [command, ...args] = await serverCommand();
  const server: ServerOptions = { command, args };
  const options: LanguageClientOptions = {
    documentSelector: [
      { language: "python", scheme: "file" },
      { language: "python", scheme: "untitled" },
    ],
    initializationOptions: { settings: settings() },
  };
  client = new LanguageClient("tflint", "tflint", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void vscode.window.showErrorMessage(
      `tflint: ${[command, ...args].join(" ")} could not be started: ${error}. ` +
        "Install it with `pip install 'tflint[lsp]'`, or set `tflint.command`.",
    );
  }
}

/** What a user has set: what is not set is left to the project's configuration. */
export function settings(): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const configuration = vscode.workspace.getConfiguration("tflint");
  for (const key of Object.keys(configuration)) {
    const set = configuration.inspect(key);
    const isSet =
      set?.workspaceFolderValue ?? set?.workspaceValue ?? set?.globalValue ?? undefined;
    if (isSet !== undefined && !CLIENT_ONLY.includes(key)) {
      found[key] = configuration.get(key);
    }
  }
  return found;
}

async function serverCommand(): Promise<string[]> {
  const told = vscode.workspace.getConfiguration("tflint").get<string[]>("command") ?? [];
  if (told.length > 0) {
    return told;
  }
  const python = await chosenInterpreter();
  return python ? [python, "-m", "tflint", "server"] : ["tflint", "server"];
}

/** The interpreter that the Python extension has chosen for the folder, if it is there. */
async function chosenInterpreter(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension("ms-python.python");
  if (extension === undefined) {
    return undefined;
  }
  const api = extension.isActive ? extension.exports : await extension.activate();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = api?.environments?.getActiveEnvironmentPath?.(folder);
  const environment = await api?.environments?.resolveEnvironment?.(chosen);
  return environment?.executable?.uri?.fsPath;
}
