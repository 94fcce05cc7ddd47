/**
 * TypeScript over any number of projects in one run (programs.cjs). Nx hands over all projects without a verdict in the cache, and keeps a verdict for each.
 */
const { execFile } = require('node:child_process');
const { rmSync } = require('node:fs');
const { resolve } = require('node:path');
const { programsOf, root } = require('./programs.cjs');

/** Yields the verdict of each task, and what is wrong in its files. The time is that of all. */
async function* typecheckAll({ tasks }, _options, _overrides, { projectGraph }) {
  const projects = Object.values(tasks).map(({ id, target }) => ({
    task: id,
    folder: projectGraph.nodes[target.project].data.root,
  }));
  const startTime = Date.now();
  const found = await errorsOf(projects.map(({ folder }) => folder));
  const endTime = Date.now();
  const isIn = (error, { folder }) => error.startsWith(`${folder}/`);
  // What is wrong in a file of a project that was not asked for, or in none, is wrong for all.
  const beside = found.filter((error) => !projects.some((project) => isIn(error, project)));
  for (const project of projects) {
    const own = [...found.filter((error) => isIn(error, project)), ...beside];
    const verdict = { success: own.length === 0, terminalOutput: `${own.join('\n')}\n` };
    yield { task: project.task, result: { ...verdict, startTime, endTime } };
  }
}

/** Each thing that is wrong in the projects in these folders, with its file first. */
async function errorsOf(folders) {
  const shared = resolve(root, `dist/typecheck-${process.pid}.tsconfig.json`);
  try {
    const found = await Promise.all(programsOf(folders, shared).map(typescript));
    // A file that is in several programs says the same in each.
    return [...new Set(found.flat())];
  } finally {
    rmSync(shared, { force: true });
  }
}

function typescript(project) {
  const words = ['-p', project, '--noEmit', '--pretty', 'false'];
  const program = resolve(root, 'node_modules/typescript7/bin/tsc');
  return new Promise((done, fail) => {
    const options = { cwd: root, maxBuffer: 2 ** 26 };
    execFile(process.execPath, [program, ...words], options, (error, stdout, stderr) => {
      // A line that is indented goes on with the one before.
      const errors = stdout
        .trimEnd()
        .split(/\n(?! )/)
        .filter(Boolean);
      if (error && errors.length === 0) fail(new Error(`tsc -p ${project}: ${stderr || error.message}`));
      else done(errors);
    });
  });
}

module.exports = { typecheckAll };
