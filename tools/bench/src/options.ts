import { parseArgs } from 'node:util';

/**
 * Parses `--name value` pairs of a command line. For an unknown name or a missing value, throws an error with
 * `usage`.
 */
export function readOptions<Name extends string>(
  words: readonly string[],
  names: readonly Name[],
  usage: string,
): Partial<Record<Name, string>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...words], options }).values as Partial<Record<Name, string>>;
  } catch {
    throw new Error(usage);
  }
}
