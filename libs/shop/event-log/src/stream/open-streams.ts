import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '@storewright/access';
import { EventAnnouncements } from '@storewright/events';
import { RunningStreams } from '@storewright/resources';

/** Maximum number of concurrent event streams in a process: per token, per shop, and in total. */
export const MOST_STREAMS = { ofToken: 8, ofShop: 100, ofAll: 1_000 };

export class Waker {
  /** True if the shop has changed since the event stream last started to read. */
  isDue = false;
  private resolve?: () => void;

  wake(): void {
    this.isDue = true;
    this.resolve?.();
  }

  /** Resolves when the shop changes, or after `ms` milliseconds. */
  next(ms: number): Promise<void> {
    if (this.isDue) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.resolve = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * The open event streams of this process. A new event or a changed credential wakes all streams of the shop.
 * Streams that read the same events at the same time share one query.
 */
@Injectable()
export class OpenStreams {
  readonly running = new RunningStreams(MOST_STREAMS, 'event stream');
  private readonly wakers = new Map<string, Set<Waker>>();
  private readonly reads = new Map<string, Map<string, Promise<unknown>>>();

  constructor(
    private readonly announcements: EventAnnouncements,
    changes: CredentialChanges,
  ) {
    announcements.onEvents((shop_id) => this.wake(shop_id));
    changes.onShopChange((shop_id) => this.wake(shop_id));
  }

  /**
   * Registers an event stream. Returns the object that wakes the stream, and a function that ends the
   * registration.
   */
  open(shop_id: string): { waker: Waker; close: () => void } {
    this.announcements.start();
    const waker = new Waker();
    const ofShop = this.wakers.get(shop_id) ?? new Set();
    this.wakers.set(shop_id, ofShop.add(waker));
    const close = () => {
      ofShop.delete(waker);
      if (ofShop.size === 0 && this.wakers.get(shop_id) === ofShop) this.wakers.delete(shop_id);
      waker.wake();
    };
    return { waker, close };
  }

  /**
   * Runs a read of the event log. Streams with the same key share a read that started after the latest change
   * of the shop.
   */
  async read<T>(shop_id: string, key: string, read: () => Promise<T>): Promise<T> {
    const ofShop = this.reads.get(shop_id) ?? new Map<string, Promise<unknown>>();
    this.reads.set(shop_id, ofShop);
    const known = ofShop.get(key) as Promise<T> | undefined;
    if (known) return known;
    const started = read();
    ofShop.set(key, started);
    try {
      return await started;
    } finally {
      ofShop.delete(key);
      if (ofShop.size === 0 && this.reads.get(shop_id) === ofShop) this.reads.delete(shop_id);
    }
  }

  private wake(shop_id?: string): void {
    if (shop_id === undefined) {
      for (const each of this.wakers.keys()) this.wake(each);
      return;
    }
    // A read that started before the change may miss the new event. No further stream can share this read.
    this.reads.delete(shop_id);
    for (const waker of this.wakers.get(shop_id) ?? []) waker.wake();
  }
}
