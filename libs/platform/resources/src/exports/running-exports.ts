import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Grant } from '@storewright/access';
import { ApiError } from '@storewright/json-api';

/** Exports that run at once in a process: of one token, of one shop, and of all. No token takes the share of its shop, no shop that of all. */
export const MOST_EXPORTS = { ofToken: 2, ofShop: 8, ofAll: 32 };

/** Who exports. */
type Exporter = Pick<Grant, 'token_id'> & { shop: { id: string } };

/** Counts the exports that run: one that streams has no place of its request any more (docs/adr/exports.md). */
@Injectable()
export class RunningExports {
  private readonly counts = new Map<string, number>();
  private all = 0;

  /** Throws 503 where there are too many. */
  check({ token_id, shop }: Exporter): void {
    const { ofToken, ofShop, ofAll } = MOST_EXPORTS;
    if (this.countOf(token_id) >= ofToken) throw tooMany(`A token runs at most ${ofToken} exports at once`);
    if (this.countOf(shop.id) >= ofShop) throw tooMany(`A shop runs at most ${ofShop} exports at once`);
    if (this.all >= ofAll) throw tooMany('Too many exports of all shops run at once');
  }

  /** Until it ends, however. */
  add(exporter: Exporter, stream: Readable): Readable {
    this.count(exporter, 1);
    return stream.once('close', () => this.count(exporter, -1));
  }

  private countOf(id: string): number {
    return this.counts.get(id) ?? 0;
  }

  private count({ token_id, shop }: Exporter, change: 1 | -1): void {
    this.all += change;
    for (const id of [token_id, shop.id]) {
      const count = this.countOf(id) + change;
      if (count > 0) this.counts.set(id, count);
      else this.counts.delete(id);
    }
  }
}

function tooMany(reason: string): ApiError {
  return new ApiError('overloaded', {
    detail: `${reason}. Try again when an export has ended.`,
    headers: { 'retry-after': '10' },
  });
}
