import type { SilentNode } from '@storewright/events';

/** The nodes of a cluster that do not answer: shops on them wait, those on the others are served. Each is told once, and once more when it answers. */
export class SilentNodes {
  private readonly known = new Set<string>();

  constructor(private readonly tell: (line: string) => void) {}

  get count(): number {
    return this.known.size;
  }

  /** By one look. */
  found(silent: readonly SilentNode[]): void {
    const now = new Map(silent.map(({ node, failure }) => [node, failure.trim()]));
    for (const [node, failure] of now) {
      if (this.known.has(node)) continue;
      this.known.add(node);
      this.tell(`node ${node} does not answer, and its shops wait: ${failure}`);
    }
    for (const node of this.known) {
      if (now.has(node)) continue;
      this.known.delete(node);
      this.tell(`node ${node} answers again`);
    }
  }
}
