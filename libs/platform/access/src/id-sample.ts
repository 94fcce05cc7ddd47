/** Maximum number of ids in a sample. The relative standard error of the estimate is then at most 9 %. */
const MAX_IDS = 256;

/**
 * Returns the number of leading zero bits in the last 32 bits of a UUID. These bits are random in UUID
 * versions 4 and 7. The SQL function `auth.sample_level_of` must return the same number.
 */
export function levelOf(id: string): number {
  return Math.clz32(Number.parseInt(id.slice(-8), 16));
}

/**
 * Estimates the number of distinct ids in limited memory by adaptive sampling (Wegman and Flajolet). The
 * sample contains only ids with at least `level` leading zero bits, so one id in the sample represents
 * 2^level ids. `level` increases when the sample is full.
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
