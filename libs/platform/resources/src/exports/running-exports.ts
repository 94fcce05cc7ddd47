import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';

/** Exports of one shop that run at once in a process, and those of all. */
const MOST = { ofShop: 4, ofAll: 32 };

/** Counts the exports that run: one that streams has no place of its request any more (docs/adr/exports.md). */
@Injectable()
export class RunningExports {
  private readonly ofShops = new Map<string, number>();
  private all = 0;

  /** Throws 503 where there are too many. */
  check(shop_id: string): void {
    if (this.all < MOST.ofAll && (this.ofShops.get(shop_id) ?? 0) < MOST.ofShop) return;
    throw new ApiError('overloaded', {
      detail: `At most ${MOST.ofShop} exports of a shop run at once; try again when one has ended.`,
      headers: { 'retry-after': '10' },
    });
  }

  /** Until it ends, however. */
  add(shop_id: string, stream: Readable): Readable {
    this.count(shop_id, 1);
    return stream.once('close', () => this.count(shop_id, -1));
  }

  private count(shop_id: string, change: 1 | -1): void {
    this.all += change;
    const count = (this.ofShops.get(shop_id) ?? 0) + change;
    if (count > 0) this.ofShops.set(shop_id, count);
    else this.ofShops.delete(shop_id);
  }
}
