import { firstPage, type ShopReceivers } from './webhook-receivers';

/** Maximum age of a page with which a round continues. */
const PAGE_TTL_MS = 1_000;
const MAX_REST_MS = 5_000;

/** A page of installations, with the last sequence number before the page was read. */
export interface Page {
  shop: ShopReceivers;
  head: number;
  readAt: number;
}

/**
 * Progress through the pages of a shop. Each page is served until none of its streams has pending events.
 */
export interface Round {
  /** Id after which the installations of the page start. */
  after: string;
  page?: Page | undefined;
  /**
   * Last sequence number at the start of the round. Streams of the first pages do not cover later events.
   */
  head?: number;
  /** True if new events were announced while the round was running. */
  isAnnounced: boolean;
  startedAt: number;
}

/**
 * Rounds through the pages of shops. Most shops have one page. After a round over several pages the shop is
 * paused for the duration of the round, so a huge shop uses at most half of a worker's time. If events are
 * announced during the pause, the next round follows.
 */
export class ShopRounds {
  private readonly rounds = new Map<string, Round>();
  /** Paused shops. The value is true if events were announced during the pause. */
  private readonly resting = new Map<string, boolean>();

  /** `wake` is called for a shop that may have work after its round or pause. */
  constructor(private readonly wake: (shop_id: string) => void) {}

  /** Records that events of a shop were announced. Returns true if the shop should be served now. */
  announce(shop_id: string): boolean {
    const round = this.rounds.get(shop_id);
    if (round) round.isAnnounced = true;
    if (!this.resting.has(shop_id)) return true;
    this.resting.set(shop_id, true);
    return false;
  }

  /** Returns the current round of a shop, or starts a round. */
  of(shop_id: string): Round {
    let round = this.rounds.get(shop_id);
    if (!round) {
      round = { after: firstPage, isAnnounced: false, startedAt: performance.now() };
      this.rounds.set(shop_id, round);
    }
    if (round.page && performance.now() - round.page.readAt > PAGE_TTL_MS) round.page = undefined;
    return round;
  }

  /** Moves to the next page. Returns false at the end of the round. */
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
