import type { Readable } from 'node:stream';
import type { Grant } from '@storewright/access';
import { ApiError } from '@storewright/json-api';

type Reader = Pick<Grant, 'token_id'> & { shop: { id: string } };

/**
 * Limits concurrent streamed responses, because the limit of concurrent requests does not cover them
 * (docs/adr/exports.md). `noun` names a stream in error responses, such as "export".
 */
export class RunningStreams {
  private readonly counts = new Map<string, number>();
  private all = 0;

  constructor(
    private readonly most: { ofToken: number; ofShop: number; ofAll: number },
    private readonly noun: string,
  ) {}

  /** Throws 503 if the token, the shop or the process already has the maximum number of streams. */
  check({ token_id, shop }: Reader): void {
    const { ofToken, ofShop, ofAll } = this.most;
    if (this.countOf(token_id) >= ofToken)
      throw this.tooMany(`A token runs at most ${ofToken} ${this.noun}s at once`);
    if (this.countOf(shop.id) >= ofShop)
      throw this.tooMany(`A shop runs at most ${ofShop} ${this.noun}s at once`);
    if (this.all >= ofAll) throw this.tooMany(`Too many ${this.noun}s of all shops run at once`);
  }

  add(reader: Reader, stream: Readable): Readable {
    this.count(reader, 1);
    return stream.once('close', () => this.count(reader, -1));
  }

  private countOf(id: string): number {
    return this.counts.get(id) ?? 0;
  }

  private count({ token_id, shop }: Reader, change: 1 | -1): void {
    this.all += change;
    for (const id of [token_id, shop.id]) {
      const count = this.countOf(id) + change;
      if (count > 0) this.counts.set(id, count);
      else this.counts.delete(id);
    }
  }

  private tooMany(reason: string): ApiError {
    return new ApiError('overloaded', {
      detail: `${reason}. Try again after another ${this.noun} has ended.`,
      headers: { 'retry-after': '10' },
    });
  }
}
