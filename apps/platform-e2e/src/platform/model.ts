import { type HttpClient, type Response, until } from '@storewright/testing';
import fc from 'fast-check';
import { newObject } from './store';

const key = fc.oneof(
  fc.constantFrom('a', '10', '2', '__proto__', 'ключ'),
  fc.string({ unit: 'grapheme', minLength: 1 }),
);
const scalar = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.boolean(),
);
const data = fc.dictionary(key, fc.oneof(scalar, fc.array(scalar), fc.constant(null)), { maxKeys: 6 });
const step = fc.record({ kind: fc.nat(99), whom: fc.nat(), data });

/**
 * A test client that creates, changes, deletes and recreates meta objects in an order that the seed
 * determines.
 */
export class Model {
  writes = 0;
  private readonly living: string[] = [];
  private readonly dead: string[] = [];

  constructor(private readonly api: HttpClient) {}

  async write(count: number, seed: number, before: () => Promise<void>): Promise<void> {
    for (const { kind, whom, data } of fc.sample(step, { seed, numRuns: count })) {
      await before();
      if (kind < 45 || this.living.length === 0) await this.create(data, kind < 10 && this.dead.length > 0);
      else if (kind < 80) await this.change(this.living[whom % this.living.length]!, data, kind % 3 === 0);
      else await this.delete(whom % this.living.length);
      this.writes += 1;
    }
  }

  private async create(data: object, again: boolean): Promise<void> {
    const id = again
      ? this.dead.pop()!
      : `00000000-0000-4000-8000-${this.writes.toString(16).padStart(12, '0')}`;
    const attributes = { resource_type: 'orders', resource_id: String(this.writes), data };
    // Accepts status 409, because an earlier attempt can have created the object before the response was lost.
    await acknowledged([201, 409], () => this.api.post('/api/meta', newObject('meta', attributes, id)));
    this.living.push(id);
  }

  /** Changes a meta object. Every change contains a new value, so that the change causes an event. */
  private async change(id: string, data: object, override: boolean): Promise<void> {
    const attributes = { data: { ...data, changed_at: this.writes }, override };
    await acknowledged([200], () => this.api.patch(`/api/meta/${id}`, newObject('meta', attributes, id)));
  }

  private async delete(at: number): Promise<void> {
    const [id] = this.living.splice(at, 1);
    await acknowledged([204, 404], () => this.api.delete(`/api/meta/${id}`));
    this.dead.push(id!);
  }
}

/** Repeats the request until the response status is below 500. Throws if the status is not in `statuses`. */
async function acknowledged(statuses: number[], send: () => Promise<Response>): Promise<void> {
  const answer = await until(
    'it is written',
    async () => {
      const answer = await send().catch(() => undefined);
      return answer && answer.status < 500 && answer;
    },
    60_000,
  );
  if (!statuses.includes(answer.status)) throw new Error(`answered ${answer.status}: ${answer.text}`);
}
