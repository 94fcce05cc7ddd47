import { Injectable } from '@nestjs/common';
import {
  bearerOf,
  CustomerReads,
  type Grant,
  type GrantedRequest,
  stillGranted,
  TokenVerifier,
} from '@storewright/access';
import { type ListQuery, type Render, Violations } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { customersIn } from '../customers-in';
import { EventLog } from '../event-log';
import { events } from '../event.resource';
import { BATCH_SIZE, eventStream } from './event-stream';
import { OpenStreams } from './open-streams';
import { checkEpoch, epochOf, positionOf, type StreamPosition } from './stream-position';

/** Media type of server-sent events (HTML Standard §9.2). */
export const eventStreamType = 'text/event-stream';

const headers = {
  'content-type': eventStreamType,
  'cache-control': 'no-store',
  // Prevents proxies such as nginx from buffering the event stream.
  'x-accel-buffering': 'no',
};

/** Opens event streams (docs/adr/event-streams.md). */
@Injectable()
export class EventStreams {
  constructor(
    private readonly log: EventLog,
    private readonly verifier: TokenVerifier,
    private readonly streams: OpenStreams,
    private readonly customers: CustomerReads,
  ) {}

  /**
   * Starts an event stream after `lastEventId`, after `filter[since]`, or at the end of the event log.
   * Validates the request before the response starts, so that an error can have a status code.
   */
  async open(request: GrantedRequest, query: ListQuery, lastEventId: string | undefined): Promise<Render> {
    checkQuery(query);
    const grant = request.grant!;
    this.streams.running.check(grant);
    const position = await this.start(grant, query, lastEventId);
    if (request.method === 'HEAD') return () => ({ headers });
    const token = bearerOf(request);
    const { shop } = grant;
    return ({ origin }) => {
      const { waker, close } = this.streams.open(shop.id);
      const stream = eventStream({
        ...{ origin, fields: query.fields, position, waker },
        isServing: () => request.server.server.listening,
        read: async (after) => {
          const current = await stillGranted(this.verifier, request, {
            token,
            scopes: ['events.collection'],
          });
          const part = keyOf(current, query, after);
          const page = await this.streams.read(shop.id, part, () => this.after(current, query, after));
          this.customers.addIds(current, events.type, page.rows.flatMap(customersIn));
          return page;
        },
      });
      return { headers, stream: this.streams.running.add(grant, stream).once('close', close) };
    };
  }

  private async start(
    grant: Grant,
    query: ListQuery,
    lastEventId: string | undefined,
  ): Promise<StreamPosition> {
    if (lastEventId !== undefined) {
      const position = positionOf(lastEventId);
      checkEpoch(position.epoch, epochOf(await this.after(grant, { ...query, size: 1 }, position)));
      return position;
    }
    const { since } = query.filters;
    const newest = query.order.map(({ column }) => ({ column, descending: true }));
    const order = since === undefined ? newest : query.order;
    const page = await this.log.list(grant.shop, grant, { ...query, order, size: 1 });
    return { epoch: epochOf(page), sequence: since ?? String(page.rows[0]?.['sequence'] ?? 0) };
  }

  /**
   * Reads events after a position in the event log. Sequence number 0 means the start of the stored events.
   */
  private after(grant: Grant, query: ListQuery, { sequence }: StreamPosition): Promise<Page> {
    const { since: _, ...filters } = query.filters;
    const after = sequence === '0' ? filters : { ...filters, since: sequence };
    return this.log.list(grant.shop, grant, { ...query, filters: after, size: BATCH_SIZE });
  }
}

/** Returns a key that is equal for two event streams if their tokens and filters allow the same events. */
function keyOf(
  { scopes, installation_id }: Grant,
  { filters }: ListQuery,
  { sequence }: StreamPosition,
): string {
  return JSON.stringify([scopes ? [...scopes].sort() : null, installation_id ?? null, filters, sequence]);
}

/** Rejects pagination parameters, because an event stream has no pages. */
function checkQuery({ order, before, after, number, total, parameters }: ListQuery): void {
  const violations = new Violations();
  const refuse = (parameter: string, detail: string) =>
    violations.add('invalid_query_parameter', { detail, source: { parameter } });
  const isPaged = before ?? after ?? number ?? (total || undefined);
  const paged = [...parameters.keys()].find((name) => name.startsWith('page['));
  if (isPaged !== undefined || paged !== undefined)
    refuse(
      paged ?? 'page[total]',
      'An event stream has no pages. Remove this parameter, and send Last-Event-ID to resume the stream.',
    );
  if (order[0]!.descending)
    refuse('sort', 'An event stream is always sorted by sequence. Remove this parameter.');
  violations.throwIfAny();
}
