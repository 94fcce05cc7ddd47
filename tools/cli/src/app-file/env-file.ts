import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { UsageError } from '../failures';

/** Throws UsageError if the environment file cannot be written. Creates a missing file. */
export function checkEnvFile(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'a', mode: 0o600 });
  } catch {
    throw new UsageError(`${path} cannot be written.`);
  }
}

/**
 * Sets variables in an environment file. Replaces the lines of existing variables, appends new variables, and
 * keeps all other lines. Afterwards, only the user can read the file.
 */
export function mergeEnvFile(path: string, variables: Readonly<Record<string, string>>): void {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [name, value] of Object.entries(variables)) {
    const line = `${name}=${value}`;
    const at = lines.findLastIndex((each) => nameIn(each) === name);
    if (at === -1) lines.push(line);
    else lines[at] = line;
  }
  const written = `${path}.${crypto.randomUUID()}`;
  try {
    writeFileSync(written, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(written, 0o600);
    renameSync(written, path);
  } finally {
    rmSync(written, { force: true });
  }
}

const nameIn = (line: string): string =>
  line
    .split('=', 1)[0]!
    .trim()
    .replace(/^export /, '')
    .trim();
