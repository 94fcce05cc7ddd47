import { Injectable } from '@nestjs/common';
import type { Grant } from '@storewright/access';
import { AuthDatabase, defineStatement, namedValues } from '@storewright/database';
import { AuditEntry } from '@storewright/entities';
import { eventsChannel } from '@storewright/events';
import {
  ApiError,
  notFound,
  type ParsedResource,
  refuseOthers,
  type DocumentRow,
} from '@storewright/json-api';
import { type Shop, ShopRows, type ShopTransaction } from '@storewright/tenancy';
import { skipStatements } from '@storewright/webhooks';
import { v7 as uuidv7 } from 'uuid';
import { Deliveries } from './deliveries';
import type { UpdateDelivery } from './delivery.dto';
import { delivery } from './delivery.resource';
import { lockStatements, type SkippableDelivery } from './delivery-statements';

/**
 * Number of failed attempts of a webhook delivery after which a client can skip the event. Three attempts
 * take at least half a minute.
 */
export const SKIPPABLE_AFTER_ATTEMPTS = 3;

export interface SkipRequest {
  grant: Grant;
  id: string;
  input: ParsedResource<UpdateDelivery>;
  request_id: string;
}

const insertEntry = defineStatement('skip-audit', (source) =>
  source
    .createQueryBuilder()
    .insert()
    .into(AuditEntry)
    .values(namedValues('id', 'shop_id', 'app_id', 'kind', 'detail', 'request_id')),
);

/**
 * Skips an event that the receiver rejects repeatedly, so that the worker sends later events. The event stays
 * in the event log, and clients can replay it.
 */
@Injectable()
export class SkippedEvents {
  constructor(
    private readonly rows: ShopRows,
    private readonly auth: AuthDatabase,
    private readonly store: Deliveries,
  ) {}

  async skip({ grant, id, input, request_id }: SkipRequest): Promise<DocumentRow> {
    const { shop } = grant;
    const before = await this.store.find(shop, grant, id);
    refuseOthers(delivery, input, before);
    const installation_id = String(before['installation_id']);
    const rows = this.rows.of(shop);
    await rows.transaction(async (transaction) => {
      const locked = await this.lock(transaction, { shop, id, installation_id });
      if (locked.status === 'skipped') return;
      refuseUnskippable(locked, `${input.pointer}/attributes/status`);
      const given = { id, installation_id, sequence: locked.sequence! };
      for (const statement of skipStatements(shop.id, given)) await transaction.query(statement);
      await this.audit(grant, { ...locked, id, installation_id, request_id });
    });
    await rows.query({
      name: 'delivery-wake',
      text: 'SELECT pg_notify($1, $2)',
      values: [eventsChannel, shop.id],
    });
    return this.store.find(shop, grant, id);
  }

  private async lock(
    transaction: ShopTransaction,
    { shop, id, installation_id }: { shop: Shop; id: string; installation_id: string },
  ): Promise<SkippableDelivery> {
    const [stream, row] = lockStatements(shop.id, id, installation_id);
    await transaction.query(stream);
    const [locked] = await transaction.query<SkippableDelivery>(row);
    if (!locked) throw notFound('webhook_deliveries', id);
    return locked;
  }

  /**
   * Writes the audit log entry before the commit, because an entry for a failed request is better than a
   * skipped event without an entry.
   */
  private async audit(
    grant: Grant,
    skipped: SkippableDelivery & { id: string; installation_id: string; request_id: string },
  ): Promise<void> {
    const { id: delivery_id, installation_id, event_id, event_type, app_id, request_id } = skipped;
    const detail = {
      ...{ installation_id, delivery_id, event_id, event_type, sequence: Number(skipped.sequence) },
      ...{ attempts: skipped.attempts, by: grant.kind, token_id: grant.token_id },
    };
    const shop_id = grant.shop.id;
    const entry = { id: uuidv7(), kind: 'webhooks.skipped', shop_id, app_id, request_id };
    await this.auth.execute({ shop_id }, insertEntry, { ...entry, detail: JSON.stringify(detail) });
  }
}

function refuseUnskippable({ kind, status, attempts, is_next }: SkippableDelivery, pointer: string): void {
  const refuse = (detail: string) =>
    new ApiError('illegal_transition', { detail, source: { pointer }, meta: { allowed: [] } });
  if (kind !== 'event' || status !== 'retrying' || !is_next)
    throw refuse(
      'Only an event that its receiver keeps rejecting can be skipped. ' +
        `This delivery has the kind "${kind}" and the status "${status}".`,
    );
  if (attempts < SKIPPABLE_AFTER_ATTEMPTS)
    throw refuse(
      `The event can be skipped after ${SKIPPABLE_AFTER_ATTEMPTS} failed attempts, but only ${attempts} have failed.`,
    );
}
