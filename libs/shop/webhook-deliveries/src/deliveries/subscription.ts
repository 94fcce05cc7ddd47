import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { canReceive, eventTypes, type Visibility } from '@storewright/events';
import { ApiError } from '@storewright/json-api';
import type { EventType } from '@storewright/scopes';
import { type Shop, ShopRows } from '@storewright/tenancy';
import { WebhookStream } from '@storewright/webhooks';
import { Not } from 'typeorm';

export interface Subscription {
  installation_id: string;
  visibility: Visibility;
  types: readonly EventType[];
  /** Time of the installation in the format of `occurred_at`, because `receivesEvent` compares the texts. */
  installed_at: string;
}

/**
 * Calls a database function that returns the webhook subscription of an app installation, because the
 * database role of the shop API cannot read installations.
 */
const audienceOf = 'SELECT scopes, webhook_events, installed_at FROM auth.webhook_audience($1)';

/**
 * Reads the webhook subscription of an app installation before a webhook delivery is requested. The worker
 * checks the subscription again before it sends the webhook (docs/contract.md §6).
 */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly auth: AuthDatabase,
    private readonly rows: ShopRows,
  ) {}

  /**
   * Throws if the installation does not exist in the shop or has no webhook subscription. `pointer` is the
   * JSON pointer to the installation in the request.
   */
  async of(shop: Shop, installation_id: string, pointer: string): Promise<Subscription> {
    const statement = { name: 'webhook-audience', text: audienceOf, values: [installation_id] };
    const [[known], stream] = await Promise.all([
      this.auth.query<SubscriptionRow>({ shop_id: shop.id }, statement),
      this.rows
        .of(shop)
        .repository(WebhookStream)
        .exists({ where: { installation_id, state: Not('ended') } }),
    ]);
    const { scopes = [], webhook_events = [], installed_at = '' }: Partial<SubscriptionRow> = known ?? {};
    const visibility = { scopes: new Set(scopes), installation_id };
    const types = eventTypes.filter((type) => webhook_events.includes(type) && canReceive(type, visibility));
    if (stream && types.length) return { installation_id, visibility, types, installed_at };
    throw new ApiError('invalid_relationship', {
      detail:
        `The installation "${installation_id}" receives no events. The app must be installed in this ` +
        'shop and must have a webhook URL and events that it may read.',
      source: { pointer },
      meta: { relationship: 'installation' },
    });
  }
}

interface SubscriptionRow {
  scopes: string[];
  webhook_events: string[];
  installed_at: string;
}

/**
 * True if the app installation may receive the event. An app receives no events from before its installation,
 * except events about the installation.
 */
export function receivesEvent({ installed_at }: Subscription, type: string, occurred_at: string): boolean {
  return type.startsWith('installations.') || occurred_at >= installed_at;
}
