/**
 * Runs TypeScript once for any number of projects (programs.cjs). Nx passes only projects without a cached
 * result, and caches the result of each project.
 */
const { execFile } = require('node:child_process');
const { rmSync } = require('node:fs');
const { resolve } = require('node:path');
const { programsOf, root } = require('./programs.cjs');

/**
 * Yields the result of each type check task with its errors. Each task gets the duration of the whole run.
 */
async function* typecheckAll({ tasks }, _options, _overrides, { projectGraph }) {
  const projects = Object.values(tasks).map(({ id, target }) => ({
    task: id,
    folder: projectGraph.nodes[target.project].data.root,
  }));
  const startTime = Date.now();
  const found = await errorsOf(projects.map(({ folder }) => folder));
  const endTime = Date.now();
  const isIn = (error, { folder }) => error.startsWith(`${folder}/`);
  // Type errors in files outside of the checked projects, which make all projects fail.
  const beside = found.filter((error) => !projects.some((project) => isIn(error, project)));
  for (const project of projects) {
    const own = [...found.filter((error) => isIn(error, project)), ...beside];
    const verdict = { success: own.length === 0, terminalOutput: `${own.join('\n')}\n` };
    yield { task: project.task, result: { ...verdict, startTime, endTime } };
  }
}

/** Returns the type errors in the given project folders. Each error starts with the path of its file. */
async function errorsOf(folders) {
  const shared = resolve(root, `dist/typecheck-${process.pid}.tsconfig.json`);
  try {
    const found = await Promise.all(programsOf(folders, shared).map(typescript));
    // Removes duplicates, because programs that share a file report the same errors.
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
      // Joins each indented line to the preceding line, because both belong to one type error.
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
