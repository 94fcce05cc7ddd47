import type { SilentNode } from '@storewright/events';

/**
 * Citus nodes that do not respond. Logs one line when a node stops responding, and another line when the node
 * responds again.
 */
export class SilentNodes {
  private readonly known = new Set<string>();

  constructor(private readonly report: (line: string) => void) {}

  get count(): number {
    return this.known.size;
  }

  update(silent: readonly SilentNode[]): void {
    const now = new Map(silent.map(({ node, failure }) => [node, failure.trim()]));
    for (const [node, failure] of now) {
      if (this.known.has(node)) continue;
      this.known.add(node);
      this.report(`node ${node} does not respond, deliveries of its shops are delayed: ${failure}`);
    }
    for (const node of this.known) {
      if (now.has(node)) continue;
      this.known.delete(node);
      this.report(`node ${node} responds again`);
    }
  }
}
