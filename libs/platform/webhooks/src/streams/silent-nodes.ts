import type { SilentNode } from '@storewright/events';

/** The nodes of a cluster that do not answer: shops on them wait, those on the others are served. Each is told once, and once more when it answers. */
export class SilentNodes {
  private readonly known = new Set<string>();

  constructor(private readonly report: (line: string) => void) {}

  get count(): number {
    return this.known.size;
  }

  /** By one look. */
  update(silent: readonly SilentNode[]): void {
    const now = new Map(silent.map(({ node, failure }) => [node, failure.trim()]));
    for (const [node, failure] of now) {
      if (this.known.has(node)) continue;
      this.known.add(node);
      this.report(`node ${node} does not answer, and its shops wait: ${failure}`);
    }
    for (const node of this.known) {
      if (now.has(node)) continue;
      this.known.delete(node);
      this.report(`node ${node} answers again`);
    }
  }
}
