const options = ['--attack', '--short', '--except'];

/**
 * Returns the attacks that the command line names, in the order of the arguments. With `--except`, returns
 * all attacks that the command line does not name. If the command line names no attack, returns every attack
 * in `known`. Throws for an unknown argument.
 */
export function selectedAttacks(words: readonly string[], known: readonly string[]): string[] {
  const named = words.filter((word) => !options.includes(word));
  const unknown = named.filter((word) => !known.includes(word));
  if (unknown.length > 0)
    throw new Error(`unknown: ${unknown.join(', ')}. Name any of ${known.join(', ')}, or --short, --except.`);
  if (words.includes('--except')) return known.filter((name) => !named.includes(name));
  return named.length > 0 ? named : [...known];
}
