import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { type Notice, noticeKinds, NoticeSink } from '@storewright/tenancy';
import { LRUCache } from 'lru-cache';

const FLUSH_INTERVAL_MS = 2_000;
const HOUR_MS = 60 * 60 * 1000;
/** Maximum number of cached sets of object ids. There is one set per shop and kind of notification. */
const MAX_REMEMBERED = 20_000;

const write = {
  name: 'notify-of-objects',
  text: `SELECT auth.notify_of_objects($1::text[], $2::text[], $3::boolean[], $4::integer[], $5::text[], $6::uuid[],
    $7::text[]), auth.mail_of_objects($1::text[], $2::text[], $3::boolean[], $8::boolean[], $6::uuid[], $7::text[])`,
};

/**
 * Notifies members of a shop about objects of the shop, and queues emails. Writes notifications in batches
 * after the commit, so that requests do not wait, and at most `perHour` per process, shop and kind.
 * Notifications since the last write are lost if the process is killed.
 */
@Injectable()
export class ShopNotices extends NoticeSink implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('notices');
  /**
   * Ids of the objects that caused a notification in the last hour, keyed by shop and kind of notification.
   */
  private readonly recent = new LRUCache<string, Set<string>>({ max: MAX_REMEMBERED, ttl: HOUR_MS });
  private pending = new Map<string, Notice[]>();
  private timer?: NodeJS.Timeout;

  constructor(private readonly database: AuthDatabase) {
    super();
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  add(shopId: string, notice: Notice): void {
    const key = `${shopId} ${notice.kind}`;
    const ids = this.recent.get(key) ?? new Set();
    if (ids.has(notice.id) || ids.size >= noticeKinds[notice.kind].perHour) return;
    if (ids.size === 0) this.recent.set(key, ids);
    ids.add(notice.id);
    const pending = this.pending.get(shopId) ?? [];
    this.pending.set(shopId, [...pending, notice]);
  }

  async flush(): Promise<void> {
    const { pending } = this;
    this.pending = new Map();
    for (const [shop_id, notices] of pending)
      await this.database
        .query({ shop_id }, { ...write, values: columnsOf(notices) })
        .catch((error: Error) => this.log.warn(`notifications were not written: ${error.message}`));
  }
}

function columnsOf(notices: readonly Notice[]): unknown[][] {
  const kinds = notices.map(({ kind }) => noticeKinds[kind]);
  return [
    notices.map(({ kind }) => kind),
    kinds.map(({ needs }) => needs),
    kinds.map(({ isChosen }) => isChosen),
    kinds.map(({ perHour }) => perHour),
    kinds.map(({ type }) => type),
    notices.map(({ id }) => id),
    notices.map(({ name }) => name),
    kinds.map(({ isMailed }) => isMailed),
  ];
}
