import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export interface DrillOptions {
  /** If true, the restore drill takes a few seconds and checks only the auth API with wrong keys. */
  short: boolean;
  /**
   * Folder of a PostgreSQL installation with Citus. Defaults to a single server of the bundled PostgreSQL.
   */
  installation?: string;
}

export const whichFolder = `--citus FOLDER: programs of a PostgreSQL 18 with Citus ("pg_config --bindir" prints the folder).
The bundled PostgreSQL has no Citus. With the Debian packages of PostgreSQL and Citus: --citus /usr/lib/postgresql/18/bin
`;
export const usage = `npm run drill:restore [-- [--short] [--citus FOLDER]]
${whichFolder}`;

export function drillOptions(words: readonly string[], exists = existsSync): DrillOptions {
  const rest = [...words];
  const options: DrillOptions = { short: false };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--short') options.short = true;
    else if (word === '--citus') options.installation = installationAt(rest.shift(), exists);
    else throw new Error(usage);
  }
  return options;
}

/** Returns the path of the PostgreSQL installation. `folder` can be this path or the `bin` folder in it. */
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
