import { Injectable } from '@nestjs/common';
import { type EntityListing, firstIdAt } from '@storewright/database';
import type { Visibility } from '@storewright/events';
import {
  ApiError,
  type CountedSince,
  countedSpan,
  isUuid,
  type ListQuery,
  notFound,
  type Page,
  readCountedSince,
  type Row,
  spanForms,
} from '@storewright/json-api';
import type { ReadContext } from '@storewright/tenancy';
import { delayMsOf, WebhookDelivery } from '@storewright/webhooks';
import type { SelectQueryBuilder } from 'typeorm';

type Select = SelectQueryBuilder<WebhookDelivery>;

/** Ids are made where a delivery is written, after its answer and by that machine's clock; so much earlier or later than `created_at` at the most. */
const idSlackMs = 3_600_000;
const spanMs = { hour: 3_600_000, day: 86_400_000 } as const;
type Interval = CountedSince['interval'];

/** Of UTC, whatever the time zone of the session. `date_bin` costs half of what `date_trunc` does over many rows. */
const spanOf = (interval: Interval) => `date_bin('1 ${interval}', t.created_at, to_timestamp(0))`;
const idOf = (interval: Interval) =>
  `to_char(${spanOf(interval)} AT TIME ZONE 'UTC', '${spanForms[interval]}') COLLATE "C"`;

const columnsOf = (interval: Interval) =>
  [
    [idOf(interval), 'id'],
    [spanOf(interval), 'start'],
    [`count(*) FILTER (WHERE t.status = 'delivered')`, 'delivered'],
    [`count(*) FILTER (WHERE t.status IN ('waiting', 'retrying'))`, 'waiting'],
    [`count(*) FILTER (WHERE t.status = 'failed')`, 'failed'],
    [
      `round(percentile_disc(0.95) WITHIN GROUP (ORDER BY ${delayMsOf('t')}) FILTER (WHERE t.status = 'delivered'))`,
      'delay_p95_ms',
    ],
  ] as const;

/** Deliveries first tried from then on, or until then; of this installation alone, and of the one that asks. */
interface Asked extends CountedSince {
  until?: string;
  installation?: string | undefined;
  of_installation?: string | undefined;
}

/** How the webhooks of a shop do, by the hour or day, counted by the database; an app is told of its own. */
@Injectable()
export class WebhookStatistics {
  list(rows: ReadContext, { installation_id: of_installation }: Visibility, query: ListQuery): Promise<Page> {
    const { installation } = query.filters;
    if (installation !== undefined && !isUuid(installation)) throw noUuid();
    const asked = { ...readCountedSince(query.filters, Date.now()), installation, of_installation };
    return rows.repository(WebhookDelivery).page(listingOf(asked), query);
  }

  /** `id`: 2026-11-21 or 2026-11-21T09. */
  async find(rows: ReadContext, { installation_id: of_installation }: Visibility, id: string): Promise<Row> {
    const span = countedSpan(id);
    if (!span) throw notFound('webhook_statistics', id);
    const until = new Date(Date.parse(span.since) + spanMs[span.interval]).toISOString();
    const { shape, columns, build, values } = listingOf({ ...span, until, of_installation });
    const withColumns = (select: Select) =>
      columns.reduce((built, [expression, name]) => built.addSelect(expression, name), select);
    const [row] = await rows
      .repository(WebhookDelivery)
      .select<Row>(`one of ${shape}`, (select) => build(withColumns(select)), values);
    if (!row) throw notFound('webhook_statistics', id);
    return row;
  }
}

/** The ids lead to the deliveries of the time and no others; HAVING stands last, for the place of a page. */
function listingOf({ interval, ...asked }: Asked): EntityListing<WebhookDelivery> {
  const { since, until, installation, of_installation } = asked;
  const first = firstIdAt(Date.parse(since) - idSlackMs);
  const last = until === undefined ? undefined : firstIdAt(Date.parse(until) + idSlackMs);
  const values = { since, first, until, last, installation, of_installation };
  const names = (Object.keys(conditions) as (keyof typeof conditions)[]).filter(
    (name) => values[name] !== undefined,
  );
  return {
    shape: `statistics by ${interval} ${names.join()}`,
    columns: columnsOf(interval),
    build: (select) =>
      names
        .reduce((built, name) => built.andWhere(conditions[name]), select)
        .groupBy(spanOf(interval))
        .having('true'),
    values,
    keys: { id: idOf(interval) },
    grouped: true,
  };
}

const conditions = {
  first: 't.id >= :first',
  last: 't.id < :last',
  since: 't.created_at >= :since',
  until: 't.created_at < :until',
  installation: 't.installation_id = :installation',
  of_installation: 't.installation_id = :of_installation',
};

function noUuid(): ApiError {
  const source = { parameter: 'filter[installation]' };
  return new ApiError('invalid_query_parameter', { detail: 'It is a UUID.', source });
}
