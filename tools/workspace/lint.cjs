/**
 * ESLint and Prettier over any number of projects in one run: most of what lint takes is to read the types (programs.cjs). Nx hands over all projects without
 * a verdict in the cache, and keeps a verdict for each.
 */
const { spawn } = require('node:child_process');
const { rmSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { ESLint } = require('eslint');
const { programsOf, root } = require('./programs.cjs');

/** Yields the verdict of each task, and what it has to say. The time is that of all. */
async function* lintAll({ tasks }, optionsOf, _overrides, { projectGraph }) {
  const projects = Object.values(tasks).map(({ id, target }) => ({
    task: id,
    folder: projectGraph.nodes[target.project].data.root,
    alsoFormatted: optionsOf[id].alsoFormatted ?? [],
  }));
  const startTime = Date.now();
  const found = await Promise.all([eslintOf(projects), prettierOf(projects)]);
  const endTime = Date.now();
  for (const project of projects) {
    const texts = found.map((textOf) => textOf(project)).filter(Boolean);
    const verdict = { success: texts.length === 0, terminalOutput: `${texts.join('\n')}\n` };
    yield { task: project.task, result: { ...verdict, startTime, endTime } };
  }
}

/** What ESLint finds in a project; a warning is a finding. */
async function eslintOf(projects) {
  const shared = resolve(root, `dist/lint-${process.pid}.tsconfig.json`);
  const folders = projects.map(({ folder }) => folder);
  try {
    const parserOptions = {
      projectService: false,
      project: programsOf(folders, shared),
      tsconfigRootDir: root,
    };
    const eslint = new ESLint({
      cwd: root,
      overrideConfig: { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parserOptions } },
    });
    const results = await eslint.lintFiles(folders);
    const { format } = await eslint.loadFormatter('stylish');
    const texts = new Map();
    for (const folder of folders) {
      const own = results.filter(({ filePath }) => filePath.startsWith(join(root, folder, '/')));
      texts.set(folder, await format(own));
    }
    return ({ folder }) => texts.get(folder);
  } finally {
    rmSync(shared, { force: true });
  }
}

/** What Prettier says of the files of a project. */
async function prettierOf(projects) {
  const paths = projects.flatMap(({ folder, alsoFormatted }) => [folder, ...alsoFormatted]);
  const lines = await prettier(paths);
  const isIn = (line, { folder }) => line.startsWith(`${folder}/`, line.indexOf(' ') + 1);
  const beside = lines.filter((line) => !projects.some((project) => isIn(line, project)));
  return (project) =>
    [
      ...lines.filter((line) => isIn(line, project)),
      ...(project.alsoFormatted.length > 0 ? beside : []),
    ].join('\n');
}

/** A line for each file that is not formatted, or cannot be: `[warn] docs/ci.md`. */
function prettier(paths) {
  const words = ['--check', '--no-color', '--log-level', 'warn', ...paths];
  const run = spawn(process.execPath, [require.resolve('prettier/bin/prettier.cjs'), ...words], {
    cwd: root,
  });
  let said = '';
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise((done, fail) => {
    run.once('error', fail);
    run.once('close', (status) => {
      const lines = said.split('\n').filter((line) => /^\[(?:warn|error)\] (?!Code style issues)/.test(line));
      if (status !== 0 && lines.length === 0) fail(new Error(`prettier ended with ${status}: ${said}`));
      else done(lines);
    });
  });
}

module.exports = { lintAll };
