/**
 * Returns the names of the projects in one shard. Assigns the heaviest projects first, each to the lightest
 * shard. The result is the same on every machine.
 *
 * @param {{ name: string, weight: number }[]} projects
 * @param {{ index: number, count: number }} shard
 * @returns {string[]} names
 */
export function partOf(projects, { index, count }) {
  const parts = Array.from({ length: count }, () => ({ weight: 0, names: [] }));
  const heaviestFirst = [...projects].sort(
    (one, other) => other.weight - one.weight || (one.name < other.name ? -1 : 1),
  );
  for (const { name, weight } of heaviestFirst) {
    const lightest = parts.reduce((least, part) => (part.weight < least.weight ? part : least));
    lightest.names.push(name);
    lightest.weight += weight;
  }
  return parts[index - 1].names.sort();
}
