import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '@storewright/access';
import { EventAnnouncements } from '@storewright/events';
import { RunningStreams } from '@storewright/resources';

/** Maximum number of concurrent event streams in a process: per token, per shop, and in total. */
export const MOST_STREAMS = { ofToken: 8, ofShop: 100, ofAll: 1_000 };

/** Wakes one stream. */
export class Waker {
  /** True if the shop changed after the stream began to read. */
  isDue = false;
  private resolve?: () => void;

  wake(): void {
    this.isDue = true;
    this.resolve?.();
  }

  /** Resolves when the stream is woken, at the latest after `ms` milliseconds. */
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
 * The event streams of this process. An announced event or a changed credential wakes the streams of its shop.
 * Streams that read the same part of the log together share one read.
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

  /** Registers a stream of a shop. Returns its waker and a function that ends the registration. */
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

  /** Reads, or joins a read with the same key that began after the last change of the shop. */
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

  /** Wakes the streams of a shop, or of all shops. */
  private wake(shop_id?: string): void {
    if (shop_id === undefined) {
      for (const each of this.wakers.keys()) this.wake(each);
      return;
    }
    // A read that has begun may not contain the change.
    this.reads.delete(shop_id);
    for (const waker of this.wakers.get(shop_id) ?? []) waker.wake();
  }
}
