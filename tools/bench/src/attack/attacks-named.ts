const options = ['--attack', '--short'];

/** The attacks that the command line names, in its order; every `known` one if it names none. Throws for an unknown word. */
export function attacksNamed(words: readonly string[], known: readonly string[]): string[] {
  const named = words.filter((word) => !options.includes(word));
  const unknown = named.filter((word) => !known.includes(word));
  if (unknown.length > 0)
    throw new Error(`unknown: ${unknown.join(', ')}. Name any of ${known.join(', ')}, or --short.`);
  return named.length > 0 ? named : [...known];
}
