import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Grant } from '@storewright/access';
import { ApiError } from '@storewright/json-api';

/**
 * Maximum number of concurrent exports in a process: per token, per shop, and in total. So one token cannot
 * use all exports of its shop, and one shop cannot use all exports of the process.
 */
export const MOST_EXPORTS = { ofToken: 2, ofShop: 8, ofAll: 32 };

/** Token and shop that run an export. */
type Exporter = Pick<Grant, 'token_id'> & { shop: { id: string } };

/**
 * Counts running exports. An export that streams its response no longer counts as a concurrent request
 * (docs/adr/exports.md).
 */
@Injectable()
export class RunningExports {
  private readonly counts = new Map<string, number>();
  private all = 0;

  /** Throws 503 if too many exports are running. */
  check({ token_id, shop }: Exporter): void {
    const { ofToken, ofShop, ofAll } = MOST_EXPORTS;
    if (this.countOf(token_id) >= ofToken) throw tooMany(`A token runs at most ${ofToken} exports at once`);
    if (this.countOf(shop.id) >= ofShop) throw tooMany(`A shop runs at most ${ofShop} exports at once`);
    if (this.all >= ofAll) throw tooMany('Too many exports of all shops run at once');
  }

  /** Counts the export until its stream closes. */
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
    detail: `${reason}. Try again after another export has ended.`,
    headers: { 'retry-after': '10' },
  });
}
