import { firstPage, type ShopReceivers } from './webhook-receivers';

/** How old the page may be that a round goes on with, ms. */
const PAGE_TTL_MS = 1_000;
/** The longest rest, ms. */
const MAX_REST_MS = 5_000;

/** A page of a shop's installations, and the last event of the log before it was read. */
export interface Page {
  shop: ShopReceivers;
  head: number;
  readAt: number;
}

/** Where a worker is in a shop: page by page, each until nobody in it is left to be served. */
export interface Round {
  /** The installation that its page begins behind. */
  after: string;
  page?: Page | undefined;
  /** The last event when it began: streams of its first pages have nothing that came later. */
  head?: number;
  /** Something was announced meanwhile. */
  isAnnounced: boolean;
  startedAt: number;
}

/**
 * The rounds through shops. Most shops have one page. One with very many takes a while for each round: then it rests for as long, so that it never takes more than
 * half of anybody's time, and what is announced meanwhile comes in the next one.
 */
export class ShopRounds {
  private readonly rounds = new Map<string, Round>();
  /** Shops that rest; true: something was announced meanwhile. */
  private readonly resting = new Map<string, boolean>();

  /** `wake`: for a shop in which there may be something to do after its round or its rest. */
  constructor(private readonly wake: (shop_id: string) => void) {}

  /** Something was announced. Whether the shop is to be looked into now. */
  announce(shop_id: string): boolean {
    const round = this.rounds.get(shop_id);
    if (round) round.isAnnounced = true;
    if (!this.resting.has(shop_id)) return true;
    this.resting.set(shop_id, true);
    return false;
  }

  /** The round that is under way, or a new one. */
  of(shop_id: string): Round {
    let round = this.rounds.get(shop_id);
    if (!round) {
      round = { after: firstPage, isAnnounced: false, startedAt: performance.now() };
      this.rounds.set(shop_id, round);
    }
    if (round.page && performance.now() - round.page.readAt > PAGE_TTL_MS) round.page = undefined;
    return round;
  }

  /** Goes on with the next page. Whether there is one; else the round is over. */
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
