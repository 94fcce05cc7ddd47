import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Grant, idempotent, type IdempotentRequest } from '@storewright/access';
import { eventsChannel, type LoggedEvent } from '@storewright/events';
import {
  ApiError,
  created,
  document,
  noSuch,
  type ObjectQuery,
  type ParsedResource,
  type Render,
} from '@storewright/json-api';
import { shownToWriter } from '@storewright/resources';
import { type RowsOfShop, type Shop, ShopRows } from '@storewright/tenancy';
import { v7 as uuidv7 } from 'uuid';
import { checkSubscribed, findReplayedEvent, findReplayedRange } from './replayed-events';
import type { CreateDelivery } from './delivery.dto';
import { delivery } from './delivery.resource';
import { findStatement, type NewDelivery, requestStatement } from './delivery-statements';
import { type Subscription, Subscriptions } from './subscription';
import { TestLimit } from './test-limit';
import { fixtureOf } from './fixture';
import { checkReadable, objectOf, TEST_MATERIAL, testedResource, type TestMaterial } from './test-event';

export interface DeliveryRequest {
  shop: Shop;
  grant: Grant;
  input: ParsedResource<CreateDelivery>;
  query: ObjectQuery;
  attempt?: IdempotentRequest | undefined;
}

type Rows = Pick<RowsOfShop, 'query'>;
const place = '/data/relationships/installation/data';

/**
 * Creates pending webhook deliveries for replays and tests. The worker sends deliveries in the order of their
 * ids (docs/adr/webhook-delivery.md).
 */
@Injectable()
export class DeliveryRequests {
  private readonly log = new Logger('webhook-deliveries');

  constructor(
    private readonly rows: ShopRows,
    private readonly subscriptions: Subscriptions,
    private readonly tests: TestLimit,
    @Inject(TEST_MATERIAL) private readonly material: TestMaterial,
  ) {}

  async create({ shop, grant, input, query, attempt: request }: DeliveryRequest): Promise<Render> {
    const rows = this.rows.of(shop);
    const work = async (within: Rows) => {
      const named = input.relationships['installation'];
      const subscription = await this.subscriptions.of(
        shop,
        installationOf(grant, input),
        named ? `${place}/id` : '/data',
      );
      return this.request(within, { shop, grant, input, query }, subscription);
    };
    const answer = await (request ? idempotent(rows, request, work) : work(rows));
    void this.wake(rows, shop);
    return shownToWriter(grant, { resource: delivery, input }, answer);
  }

  private async request(
    rows: Rows,
    { shop, grant, input, query }: DeliveryRequest,
    subscription: Subscription,
  ): Promise<Render> {
    const { kind, event_id, event_type, resource_id } = input.attributes;
    if (kind === 'test') {
      checkSubscribed(subscription, event_type);
      await this.tests.count(grant.token_id, subscription.installation_id);
      checkReadable(event_type!, grant);
      const { shopUrl } = this.material;
      const object =
        resource_id === undefined
          ? fixtureOf(this.material, event_type!, { shop, installation_id: subscription.installation_id })
          : await objectOf(rows, testedResource(this.material, event_type!), {
              shop,
              id: resource_id,
              shopUrl,
            });
      const test = { kind, event_id: uuidv7(), event_type: event_type!, sequence: null, resource: object };
      return this.one(rows, shop, subscription, { id: uuidv7(), ...test }, query);
    }
    if (event_id !== undefined) {
      const event = await findReplayedEvent(rows, shop.id, subscription, event_id);
      return this.one(rows, shop, subscription, replay(event), query);
    }
    const events = await findReplayedRange(rows, shop.id, subscription, input.attributes);
    await rows.query(requestStatement(shop.id, subscription.installation_id, events.map(replay)));
    return accepted(subscription, events.length);
  }

  private async one(
    rows: Rows,
    shop: Shop,
    { installation_id }: Subscription,
    asked: NewDelivery,
    query: ObjectQuery,
  ): Promise<Render> {
    await rows.query(requestStatement(shop.id, installation_id, [asked]));
    const [row] = await rows.query(findStatement(shop.id, asked.id));
    return created(delivery, { ...row, request: null, attempts: '[]' }, query);
  }

  /**
   * Notifies the worker that sends webhooks, which otherwise polls once a second. Runs after the transaction,
   * because NOTIFY in a transaction would serialize commits.
   */
  private async wake(rows: Rows, { id }: Shop): Promise<void> {
    await rows
      .query({ name: 'delivery-wake', text: 'SELECT pg_notify($1, $2)', values: [eventsChannel, id] })
      .catch((error: Error) => this.log.debug(`cannot announce new events: ${error.message}`));
  }
}

/**
 * Returns the installation for which the client requests webhook deliveries. Defaults to the app's own
 * installation. A request with an access token must name an installation.
 */
function installationOf(
  { installation_id }: Grant,
  { relationships }: Pick<ParsedResource, 'relationships'>,
): string {
  const named = relationships['installation'] as string | null | undefined;
  if (named && installation_id !== undefined && named !== installation_id)
    throw noSuch('installations', named, place);
  const meant = named ?? (named === undefined ? installation_id : undefined);
  if (meant !== undefined) return meant;
  throw new ApiError('invalid_relationship', {
    detail: '"installation" is required. Send the installation that should receive the delivery.',
    source: { pointer: named === null ? place : '/data' },
    meta: { relationship: 'installation' },
  });
}

function replay({ id, type, sequence }: LoggedEvent): NewDelivery {
  return { id: uuidv7(), kind: 'again', event_id: id, event_type: type, sequence, resource: null };
}

function accepted({ installation_id }: Subscription, deliveries: number): Render {
  return (address) => {
    const filters = `filter%5Binstallation%5D=${installation_id}&filter%5Bkind%5D=again&sort=-id`;
    const links = { related: `${address.origin}${delivery.path}?${filters}` };
    return { ...document({ links, meta: { deliveries } })(address), status: 202 };
  };
}
