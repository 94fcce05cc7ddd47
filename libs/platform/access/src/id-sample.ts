/** Maximum number of ids in a sample. The relative standard error of an estimate is then at most 9 %. */
const MAX_IDS = 256;

/**
 * Returns the number of leading zero bits in the last 32 bits of a UUID, which are random in versions 4 and 7. The
 * database has the same function (`auth.sample_level_of`).
 */
export function levelOf(id: string): number {
  return Math.clz32(Number.parseInt(id.slice(-8), 16));
}

/**
 * Distinct ids in bounded memory. The sample contains all ids whose level is at least the level of the sample, which
 * increases when the sample is full. Each id then stands for 2^level ids ("adaptive sampling", Wegman and Flajolet).
 */
export class IdSample {
  readonly ids = new Set<string>();
  level = 0;

  add(id: string): void {
    if (this.level > 0 && levelOf(id) < this.level) return;
    this.ids.add(id);
    while (this.ids.size > MAX_IDS) this.raiseTo(this.level + 1);
  }

  merge({ ids, level }: IdSample): void {
    if (level > this.level) this.raiseTo(level);
    for (const id of ids) this.add(id);
  }

  private raiseTo(level: number): void {
    this.level = level;
    for (const id of this.ids) if (levelOf(id) < level) this.ids.delete(id);
  }
}
