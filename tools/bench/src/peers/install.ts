import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder with the packages of the compared servers, which are not dependencies of the platform. */
const folder = resolve('node_modules/.cache/storewright/peers');

/**
 * Installs the packages of a compared server from its lockfile, unless they are already installed. Returns
 * the path of the server's main file.
 */
export function installPeer(name: string): string {
  const from = resolve('tools/bench/peers', name);
  const to = join(folder, name);
  const lock = 'package-lock.json';
  const installed = join(to, 'node_modules', `.installed.json`);
  const isThere = existsSync(installed) && sameText(installed, join(from, lock));
  mkdirSync(to, { recursive: true });
  cpSync(from, to, { recursive: true });
  if (!isThere) {
    execFileSync('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: to,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    cpSync(join(to, lock), installed);
  }
  return join(to, 'server.cjs');
}

function sameText(one: string, other: string): boolean {
  return readFileSync(one, 'utf8') === readFileSync(other, 'utf8');
}
