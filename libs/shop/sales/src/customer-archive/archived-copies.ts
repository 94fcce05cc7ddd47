// Uses raw SQL to read the event log in batches, and to build the JSON of each line in Postgres.
import { tableOf } from '@storewright/entities';
import { Event } from '@storewright/events';
import type { ReadContext } from '@storewright/tenancy';
import { WebhookAttempt, WebhookDelivery } from '@storewright/webhooks';
import type { ArchivedIds } from './archived-objects';

const WINDOW = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const FIRST_SEQUENCE = '0';

const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Returns SQL for a line of the customer archive about an event or a webhook delivery. `data` is the object
 * as the webhook contained it.
 */
const line = (type: string, row: string, attributes: string) =>
  `json_build_object('type', '${type}', 'id', ${row}.id, 'attributes', json_build_object(${attributes}))::text`;

/**
 * Returns an SQL condition that a stored copy of an object contains data of the customer `$3`. The archive
 * must contain the object (ids in `$4`), or the object must refer to the customer, such as a deleted order.
 * Excludes copies from a time when the object belonged to a different customer.
 */
const belongs = (resource: string, id: string) => `
  CASE WHEN ${id} = ANY ($4::text[]) OR strpos(${resource}, $3) > 0
    THEN coalesce(${resource}::json #>> '{relationships,customer,data,id}', $3) = $3 ELSE false END`;

const eventLine = line(
  'events',
  'w',
  `'event_type', w.type, 'sequence', w.sequence, 'occurred_at', ${time('w.occurred_at')},
   'changed', w.changed, 'data', w.resource::json`,
);

const deliveryLine = (row: string) =>
  line(
    'webhook_deliveries',
    row,
    `'installation_id', ${row}.installation_id, 'kind', ${row}.kind, 'event_id', ${row}.event_id,
     'event_type', ${row}.event_type, 'status', ${row}.status, 'created_at', ${time(`${row}.created_at`)},
     'data', ${row}.resource::json, 'attempts', (
       SELECT coalesce(json_agg(json_build_object('attempt', a.attempt, 'url', a.url, 'status', a.status,
         'response', a.answer, 'attempted_at', ${time('a.attempted_at')}) ORDER BY a.attempt), '[]')
       FROM ${tableOf(WebhookAttempt)} a WHERE a.shop_id = $1 AND a.delivery_id = ${row}.id)`,
  );

/** Returns an SQL condition that a text contains the id of an archived object (`$2`). */
const names = (text: string) =>
  `EXISTS (SELECT FROM unnest($2::text[]) AS known (id) WHERE strpos(${text}, known.id) > 0)`;

const changeObject = `json_build_object('action', c.action, 'resource_type', c.resource_type,
  'resource_id', c.resource_id, 'attribute', c.attribute, 'before', c.before, 'after', c.after)`;

const proposalLine = line(
  'proposals',
  'w',
  `'installation_id', w.installation_id, 'status', w.status, 'created_at', ${time('w.created_at')},
   'operations', coalesce(w.operations, '[]'), 'changes', coalesce(w.changes, '[]')`,
);

const eventWindow = (condition: string, order: string) => `
  SELECT w.sequence AS place, w.id, CASE WHEN ${belongs('w.resource', 'w.resource_id')} THEN ${eventLine} END AS line
  FROM (SELECT * FROM ${tableOf(Event)} e WHERE e.shop_id = $1 AND ${condition}) w ORDER BY ${order}`;

/**
 * Returns an SQL condition that the requesting token may read a webhook delivery `d`. An app may read only
 * its own deliveries.
 */
const isVisible = (installation: string) =>
  `(${installation}::uuid IS NULL OR d.installation_id = ${installation})`;

const statements = {
  waiting: eventWindow('e.sequence IS NULL AND $2::text IS NULL', 'w.occurred_at, w.id'),
  numbered: eventWindow(`e.sequence > $2::bigint ORDER BY e.sequence LIMIT ${WINDOW}`, 'w.sequence'),
  deliveries: `
    SELECT d.id, ${deliveryLine('d')} AS line FROM ${tableOf(WebhookDelivery)} d
    WHERE d.shop_id = $1 AND d.event_id = ANY ($2::uuid[]) AND ${isVisible('$3')} ORDER BY d.id`,
  /**
   * Checks each operation and each change of a proposal, because an atomic request can write objects of
   * several customers.
   */
  proposals: `
    SELECT w.id, ${proposalLine} AS line FROM (
      SELECT p.*, (SELECT json_agg(o.operation)
          FROM json_array_elements(p.document::json -> 'atomic:operations') AS o (operation)
          WHERE coalesce(o.operation #>> '{ref,type}', o.operation #>> '{data,type}') = ANY ($3::text[])
            AND ${names('o.operation::text')}) AS operations,
        (SELECT json_agg(${changeObject} ORDER BY c.number) FROM shop.proposal_changes c
          WHERE c.shop_id = $1 AND c.proposal_id = p.id AND c.resource_type = ANY ($3::text[])
            AND ${names('concat(c.resource_id, c.before, c.after)')}) AS changes
      FROM shop.proposals p WHERE p.shop_id = $1 AND ($4::uuid IS NULL OR p.installation_id = $4)) w
    WHERE w.operations IS NOT NULL OR w.changes IS NOT NULL ORDER BY w.id`,
  tests: `
    SELECT w.id AS place, w.id,
      CASE WHEN ${belongs('w.resource', `(w.resource::json ->> 'id')`)} THEN ${deliveryLine('w')} END AS line
    FROM (SELECT * FROM ${tableOf(WebhookDelivery)} d WHERE d.shop_id = $1 AND d.kind = 'test' AND d.id > $2::uuid
      AND ${isVisible('$5')} ORDER BY d.id LIMIT ${WINDOW}) w ORDER BY w.id`,
};

interface Copy {
  place: string | null;
  id: string;
  /** Line of the customer archive. null if the copy contains no data of the customer. */
  line: string | null;
}

/**
 * Reads the copies of a customer's data in the event log, in webhook deliveries, and in proposed writes, for
 * the customer archive.
 */
export class ArchivedCopies {
  private readonly ids: string[];
  private readonly types: string[];

  /**
   * `installation_id` is the installation of the requesting app. null means that an access token requests the
   * customer archive.
   */
  constructor(
    private readonly context: ReadContext,
    private readonly customer_id: string,
    ids: ArchivedIds,
    private readonly installation_id: string | null,
  ) {
    this.ids = [...ids.values()].flatMap((each) => [...each]);
    this.types = [...ids.keys()];
  }

  async *lines(): AsyncGenerator<string[]> {
    // Removes duplicates. If an event gets its sequence number between the two statements, both statements
    // return the event.
    const seen = new Set<string>();
    for await (const window of this.eventWindows()) {
      const events = window.filter(({ id, line }) => line !== null && !seen.has(id));
      for (const { id } of events) seen.add(id);
      yield linesOf(events);
      if (events.length > 0) yield linesOf(await this.deliveriesOf(events));
    }
    for (let place: string | null = FIRST_ID; place !== null;) {
      const window: Copy[] = await this.read(statements.tests, place, this.installation_id);
      yield linesOf(window);
      place = window.length < WINDOW ? null : window.at(-1)!.place;
    }
    yield linesOf(await this.proposals());
  }

  private async *eventWindows(): AsyncGenerator<Copy[]> {
    yield this.read(statements.waiting, null);
    for (let place: string | null = FIRST_SEQUENCE; place !== null;) {
      const window: Copy[] = await this.read(statements.numbered, place);
      yield window;
      place = window.length < WINDOW ? null : window.at(-1)!.place;
    }
  }

  private read(text: string, place: string | null, ...more: (string | null)[]): Promise<Copy[]> {
    const values = [this.context.shop.id, place, this.customer_id, this.ids, ...more];
    return this.context.query<Copy>({ text, values });
  }

  private proposals(): Promise<Copy[]> {
    const values = [this.context.shop.id, this.ids, this.types, this.installation_id];
    return this.context.query<Copy>({ text: statements.proposals, values });
  }

  private deliveriesOf(events: readonly Copy[]): Promise<Copy[]> {
    const values = [this.context.shop.id, events.map(({ id }) => id), this.installation_id];
    return this.context.query<Copy>({ text: statements.deliveries, values });
  }
}

const linesOf = (copies: readonly Copy[]) => copies.flatMap(({ line }) => (line === null ? [] : [line]));
