import { Injectable } from '@nestjs/common';
import type { Grant } from '@storewright/access';
import { type EntityListing, firstIdAt } from '@storewright/database';
import type { Visibility } from '@storewright/events';
import {
  type CountedSince,
  countedSpan,
  type Days,
  daysBetween,
  daysSince,
  type ListQuery,
  notFound,
  readCountedSince,
  readUuid,
  type DocumentRow,
  spanForms,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { ReadContext } from '@storewright/tenancy';
import { delayMsOf, WebhookDelivery } from '@storewright/webhooks';
import type { SelectQueryBuilder } from 'typeorm';

type Select = SelectQueryBuilder<WebhookDelivery>;

/**
 * Maximum difference in milliseconds between `created_at` of a webhook delivery and the time in the
 * delivery's id. The id contains the time of the worker's clock after the response of the receiver.
 */
const idSlackMs = 3_600_000;
const hourMs = 3_600_000;
type Interval = CountedSince['interval'];

/**
 * SQL for the start of a day or an hour. Days use the time zone of the shop. Hours use UTC, because local
 * hours repeat when daylight saving time ends. `date_bin` takes half as long as `date_trunc`.
 */
const spans = {
  day: 'width_bucket(t.created_at, :starts::timestamptz[])',
  hour: `date_bin('1 hour', t.created_at, to_timestamp(0))`,
};
const starts = { day: `(:starts::timestamptz[])[${spans.day}]`, hour: spans.hour };
const ids = {
  day: `(:days::text[])[${spans.day}] COLLATE "C"`,
  hour: `to_char(${spans.hour} AT TIME ZONE 'UTC', '${spanForms.hour}') COLLATE "C"`,
};

const columnsOf = (interval: Interval) =>
  [
    [ids[interval], 'id'],
    [starts[interval], 'start'],
    [`count(*) FILTER (WHERE t.status = 'delivered')`, 'delivered'],
    [`count(*) FILTER (WHERE t.status IN ('waiting', 'retrying'))`, 'waiting'],
    [`count(*) FILTER (WHERE t.status = 'failed')`, 'failed'],
    [
      `round(percentile_disc(0.95) WITHIN GROUP (ORDER BY ${delayMsOf('t')}) FILTER (WHERE t.status = 'delivered'))`,
      'delay_p95_ms',
    ],
  ] as const;

interface Asked extends CountedSince {
  until?: string;
  installation?: string | undefined;
  of_installation?: string | undefined;
  /** Days by which webhook deliveries are counted. undefined if they are counted by hour. */
  days?: Days | undefined;
}

type Asking = Visibility & Pick<Grant, 'shop'>;

/** Counts webhook deliveries by hour or day in the database. An app can count only deliveries to the app. */
@Injectable()
export class WebhookStatistics {
  list(
    rows: ReadContext,
    { installation_id: of_installation, shop }: Asking,
    query: ListQuery,
  ): Promise<Page> {
    const installation = readUuid(query.filters, 'installation');
    const here = { now: Date.now(), zone: shop.time_zone };
    const range = readCountedSince(query.filters, here);
    const days = range.interval === 'day' ? daysSince(range.since, here) : undefined;
    const asked = { ...range, days, installation, of_installation };
    return rows.repository(WebhookDelivery).page(listingOf(asked), query);
  }

  /**
   * Returns the statistics with this id: of a day such as 2026-11-21, or of an hour such as 2026-11-21T09.
   */
  async find(
    rows: ReadContext,
    { installation_id: of_installation, shop }: Asking,
    id: string,
  ): Promise<DocumentRow> {
    const span = countedSpan(id);
    if (!span) throw notFound('webhook_statistics', id);
    const days = span.interval === 'day' ? daysBetween(id, id, shop.time_zone) : undefined;
    const since = days?.starts[0] ?? span.since;
    const until = days?.end ?? new Date(Date.parse(since) + hourMs).toISOString();
    const { shape, columns, build, values } = listingOf({ ...span, since, until, days, of_installation });
    const withColumns = (select: Select) =>
      columns.reduce((built, [expression, name]) => built.addSelect(expression, name), select);
    const [row] = await rows
      .repository(WebhookDelivery)
      .select<DocumentRow>(`one of ${shape}`, (select) => build(withColumns(select)), values);
    if (!row) throw notFound('webhook_statistics', id);
    return row;
  }
}

/**
 * Returns the list of webhook statistics. A range of ids limits the deliveries to scan. HAVING comes last,
 * because the page cursor is a condition on groups.
 */
function listingOf({ interval, days, ...asked }: Asked): EntityListing<WebhookDelivery> {
  const { since, until, installation, of_installation } = asked;
  const first = firstIdAt(Date.parse(since) - idSlackMs);
  const last = until === undefined ? undefined : firstIdAt(Date.parse(until) + idSlackMs);
  const values = { since, first, until, last, installation, of_installation, ...daysOf(days) };
  const names = (Object.keys(conditions) as (keyof typeof conditions)[]).filter(
    (name) => values[name] !== undefined,
  );
  return {
    shape: `statistics by ${interval} ${names.join()}`,
    columns: columnsOf(interval),
    build: (select) =>
      names
        .reduce((built, name) => built.andWhere(conditions[name]), select)
        .groupBy(spans[interval])
        .having('true'),
    values,
    keys: { id: ids[interval] },
    grouped: true,
  };
}

const daysOf = (days: Days | undefined) => days && { days: days.days, starts: days.starts };

const conditions = {
  first: 't.id >= :first',
  last: 't.id < :last',
  since: 't.created_at >= :since',
  until: 't.created_at < :until',
  installation: 't.installation_id = :installation',
  of_installation: 't.installation_id = :of_installation',
};
