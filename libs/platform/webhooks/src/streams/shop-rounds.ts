import { firstPage, type ShopReceivers } from './webhook-receivers';

/** Maximum age of a page of app installations in milliseconds, after which the page is read again. */
const PAGE_TTL_MS = 1_000;
const MAX_REST_MS = 5_000;

/**
 * A page of app installations. `head` is the sequence number of the newest event before the page was read.
 */
export interface Page {
  shop: ShopReceivers;
  head: number;
  readAt: number;
}

/**
 * Progress of serving a shop page by page. A page of app installations is complete when its webhook streams
 * have no undelivered events.
 */
export interface Round {
  /**
   * Last installation id on the previous page of app installations. The current page starts after this id.
   */
  after: string;
  page?: Page | undefined;
  /**
   * Sequence number of the newest event when the worker started with the shop's first page of installations.
   */
  head?: number;
  isAnnounced: boolean;
  startedAt: number;
}

/**
 * Serves the app installations of each shop page by page. After a shop with several pages, the shop is paused
 * for as long as serving it took, but at most MAX_REST_MS, so that a huge shop uses about half of a worker's
 * time.
 */
export class ShopRounds {
  private readonly rounds = new Map<string, Round>();
  /** Paused shops. The value is true if events were announced during the pause. */
  private readonly resting = new Map<string, boolean>();

  /**
   * `wake` is called with the id of a shop that may have undelivered events after its last page or its pause.
   */
  constructor(private readonly wake: (shop_id: string) => void) {}

  /** Records that events of a shop were announced. Returns false while the shop is paused. */
  announce(shop_id: string): boolean {
    const round = this.rounds.get(shop_id);
    if (round) round.isAnnounced = true;
    if (!this.resting.has(shop_id)) return true;
    this.resting.set(shop_id, true);
    return false;
  }

  of(shop_id: string): Round {
    let round = this.rounds.get(shop_id);
    if (!round) {
      round = { after: firstPage, isAnnounced: false, startedAt: performance.now() };
      this.rounds.set(shop_id, round);
    }
    if (round.page && performance.now() - round.page.readAt > PAGE_TTL_MS) round.page = undefined;
    return round;
  }

  /** Continues with the next page of a shop's app installations. Returns false after the last page. */
  advance(shop_id: string, round: Round, { shop, head }: Page): boolean {
    if (shop.next !== undefined) {
      [round.after, round.page] = [shop.next, undefined];
      return true;
    }
    this.end(shop_id);
    const again = round.isAnnounced || head > round.head!;
    if (round.after !== firstPage) this.rest(shop_id, again, performance.now() - round.startedAt);
    else if (again) this.wake(shop_id);
    return false;
  }

  end(shop_id: string): void {
    this.rounds.delete(shop_id);
  }

  private rest(shop_id: string, again: boolean, ms: number): void {
    this.resting.set(shop_id, again);
    setTimeout(
      () => {
        const woken = this.resting.get(shop_id);
        this.resting.delete(shop_id);
        if (woken) this.wake(shop_id);
      },
      Math.min(ms, MAX_REST_MS),
    ).unref();
  }
}
