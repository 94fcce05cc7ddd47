import { memberOf } from '@storewright/json-api';

export interface Change {
  id: string;
  sequence: number;
  type: string;
  resource_id: string;
  resource: string;
}

/** A copy of a shop's meta objects that is updated by events. Ignores events that were already applied. */
export class Replica {
  /** Attributes of the meta objects as JSON text, keyed by object id. */
  readonly objects = new Map<string, string>();
  readonly applied: string[] = [];
  /** Number of events that were ignored because they had already been applied. */
  repeats = 0;
  last = 0;
  private waiting: { sequence: number; done: () => void }[] = [];

  apply({ id, sequence, type, resource_id, resource }: Change): void {
    if (sequence <= this.last) {
      this.repeats += 1;
      return;
    }
    if (type === 'meta.deleted') this.objects.delete(resource_id);
    else if (type.startsWith('meta.')) this.objects.set(resource_id, memberOf(resource, 'attributes')!);
    if (type.startsWith('meta.')) this.applied.push(id);
    this.last = sequence;
    for (const { done } of this.waiting.filter((each) => each.sequence <= sequence)) done();
    this.waiting = this.waiting.filter((each) => each.sequence > sequence);
  }

  /** Resolves when the replica has applied the event with the given sequence number, or a later event. */
  reaches(sequence: number): Promise<void> {
    if (this.last >= sequence) return Promise.resolve();
    return new Promise((done) => this.waiting.push({ sequence, done }));
  }
}
