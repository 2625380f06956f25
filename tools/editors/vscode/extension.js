// The extension: starts `qc lsp`, and offers to build, check and run the program that is shown.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  const found = vscode.workspace.getConfiguration("quasar");
  return { compiler: found.get("compiler"), arguments: found.get("arguments") };
}

async function start() {
  const { compiler, arguments: options } = settings();
  const server = { command: compiler, args: ["lsp", ...options] };
  client = new LanguageClient("quasar", "Quasar", server, {
    documentSelector: [{ language: "quasar" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.q") },
  });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`${compiler} lsp does not start: ${error.message}. The setting quasar.compiler names the compiler.`);
  }
}

async function restart() {
  if (client) {
    await client.stop().catch(() => undefined);
  }
  await start();
}

// The command line for what is to be done with a file.
function commandLine(task) {
  const { compiler, arguments: options } = settings();
  const words = { build: [], check: ["check", "--message-format=short"], run: ["run"] }[task];
  return [compiler, ...words, ...options];
}

function makeTask(definition) {
  const [command, ...words] = commandLine(definition.task);
  const execution = new vscode.ShellExecution(command, [...words, "${file}"]);
  return new vscode.Task(definition, vscode.TaskScope.Workspace, `${definition.task} this program`, "quasar", execution, "$qc");
}

const tasks = {
  provideTasks: () => ["build", "check", "run"].map((task) => makeTask({ type: "quasar", task })),
  resolveTask: (task) => makeTask(task.definition),
};

function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("quasar.restart", restart),
    vscode.commands.registerCommand("quasar.run", () => vscode.tasks.executeTask(makeTask({ type: "quasar", task: "run" }))),
    vscode.tasks.registerTaskProvider("quasar", tasks),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("quasar") && restart()),
  );
  return start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
