/**
 * Runs specs again after each change. If the arguments name no file, runs the specs that uncommitted changes
 * affect.
 *
 * Usage: npm run test:watch -- <project> [<part of a file name> …]
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { root } from './built.mjs';
import { ask } from './nx.mjs';

const [project, ...files] = process.argv.slice(2);
if (!project) throw new Error('usage: npm run test:watch -- <project> [<part of a file name> …]');
const { root: folder } = ask(['show', 'project', project, '--json']);
const jest = resolve(root, 'node_modules/jest/bin/jest.js');
const words = ['-c', `${folder}/jest.config.cjs`, files.length > 0 ? '--watchAll' : '--watch', ...files];
spawn(process.execPath, [jest, ...words], { cwd: root, stdio: 'inherit' }).once('exit', (code) => {
  process.exitCode = code ?? 1;
});
