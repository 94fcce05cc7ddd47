import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Reads the variables of an environment file. Returns an empty object if the file is missing. */
export function readEnvironment(file: string): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
