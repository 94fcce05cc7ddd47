import { randomUUID } from 'node:crypto';
import { changedMeta, newMeta } from '@storewright/api-testing';
import type { HttpClient, Response } from '@storewright/testing';

export interface Known {
  id: string;
  /** Last acknowledged value of the key `n` in the data of the meta object. */
  acknowledged: number;
  sent: number;
  deleted: 'no' | 'asked' | 'acknowledged';
}

/** Number of changes to each meta object. Afterwards, the client deletes every second object. */
const changesOfAnObject = 5;

/**
 * Concurrent clients that create, change and delete their own meta objects and record the acknowledged
 * writes.
 */
export class Writers {
  readonly known: Known[] = [];
  /** Distinct error responses, as status, code and Retry-After. */
  readonly refusals = new Set<string>();
  acknowledged = 0;
  private stopping = false;
  private readonly working: Promise<unknown>;

  constructor(
    private readonly http: HttpClient,
    count: number,
  ) {
    this.working = Promise.all(Array.from({ length: count }, () => this.work()));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.working;
  }

  private async work(): Promise<void> {
    for (let made = 0; !this.stopping; made += 1) {
      const object: Known = { id: randomUUID(), acknowledged: -1, sent: 0, deleted: 'no' };
      this.known.push(object);
      await this.write(object, (id, data) => this.http.post('/api/meta', newMeta({ data }, { id })));
      for (let change = 0; change < changesOfAnObject && object.acknowledged >= 0; change += 1) {
        object.sent += 1;
        await this.write(object, (id, data) => this.http.patch(`/api/meta/${id}`, changedMeta(id, { data })));
      }
      if (made % 2 === 1 && object.acknowledged >= 0) await this.delete(object);
    }
  }

  private async write(object: Known, send: (id: string, data: object) => Promise<Response>): Promise<void> {
    const { id, sent } = object;
    // Each write changes the key `n` and adds one key, so that the check detects a partial write.
    if (this.isDone(await send(id, { n: sent, [`of ${sent}`]: id }))) object.acknowledged = sent;
  }

  private async delete(object: Known): Promise<void> {
    object.deleted = 'asked';
    if (this.isDone(await this.http.delete(`/api/meta/${object.id}`))) object.deleted = 'acknowledged';
  }

  private isDone({ status, headers, body }: Response): boolean {
    if (status >= 200 && status < 300) {
      this.acknowledged += 1;
      return true;
    }
    this.refusals.add(`${status} ${body.errors[0].code}, Retry-After ${headers['retry-after']}`);
    return false;
  }
}
