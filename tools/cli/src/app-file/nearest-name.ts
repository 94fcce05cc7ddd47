/** Maximum edit distance of a suggested name, as a share of the length of the wrong name. */
const MAX_DISTANCE_SHARE = 0.4;

export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  const key = wrong.toLowerCase().replaceAll('-', '_');
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(key, name.toLowerCase());
    if (!best || distance < best.distance) best = { name, distance };
  }
  return best && best.distance <= Math.max(2, key.length * MAX_DISTANCE_SHARE) ? best.name : undefined;
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
