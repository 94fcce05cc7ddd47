import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** What was asked for. */
export interface DrillOptions {
  /** A few seconds, and only the auth API with other keys. */
  short: boolean;
  /** The folder of a PostgreSQL with Citus, in whose `bin` its programs are; absent: one server, of the PostgreSQL that npm brought along. */
  installation?: string;
}

export const whichFolder = `--citus FOLDER: the programs of a PostgreSQL 18 in which Citus is installed, as "pg_config --bindir" prints it; the PostgreSQL that
comes from npm has no Citus. On Debian, with packages of PostgreSQL and Citus: --citus /usr/lib/postgresql/18/bin
`;
export const usage = `npm run drill:restore [-- [--short] [--citus FOLDER]]
${whichFolder}`;

/** Throws how it is used. */
export function drillOptions(words: readonly string[], exists = existsSync): DrillOptions {
  const left = [...words];
  const options: DrillOptions = { short: false };
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--short') options.short = true;
    else if (word === '--citus') options.installation = installationAt(left.shift(), exists);
    else throw new Error(usage);
  }
  return options;
}

/** Named by its programs' folder, or by the one above. */
export function installationAt(
  folder: string | undefined,
  exists: (path: string) => boolean = existsSync,
): string {
  if (folder === undefined || folder.startsWith('--')) throw new Error(whichFolder);
  const path = resolve(folder);
  for (const each of basename(path) === 'bin' ? [dirname(path)] : [path])
    if (['initdb', 'postgres'].every((program) => exists(join(each, 'bin', program)))) return each;
  throw new Error(`${folder} has no programs of PostgreSQL (initdb, postgres).\n${whichFolder}`);
}
