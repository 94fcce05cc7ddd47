import { Attribute, CollatedText, IdentifiedRow, Int, Text, Timestamp, Uuid } from '@storewright/entities';
import type { Actor } from '@storewright/events';
import { Entity } from 'typeorm';

export const inventoryChangeReasons = ['created', 'adjusted', 'ordered', 'restocked', 'imported'] as const;
export type InventoryChangeReason = (typeof inventoryChangeReasons)[number];

/**
 * A change in the stock of a variant. The database role of the shop API cannot update or delete these rows.
 */
@Entity({ schema: 'shop', name: 'inventory_changes' })
export class InventoryChange extends IdentifiedRow {
  @Uuid()
  variant_id: string;

  /** Id of the order that reserved or returned the stock. The id remains after the deletion of the order. */
  @Uuid({ nullable: true })
  order_id: string | null;

  @Attribute('Change in quantity. Untracked stock counts as 0.')
  @Int()
  delta: number;

  @Attribute('Quantity in stock after the change. null means that stock is no longer tracked.')
  @Int({ nullable: true })
  quantity: number | null;

  @Attribute(
    'Reason for the change. created: new variant, adjusted: changed by a request, ordered: taken by an order, ' +
      'restocked: returned by a cancellation or a refund, imported: written by an import.',
    { values: inventoryChangeReasons },
  )
  @CollatedText()
  reason: InventoryChangeReason;

  @Attribute('Type of the author: app, access_token or person. null if the author is unknown.', {
    values: ['app', 'access_token', 'person'],
  })
  @CollatedText({ nullable: true })
  actor_type: Actor['type'] | null;

  @Attribute(
    'Id of the app, the access token or the person who is the author. null if the author is unknown.',
  )
  @Uuid({ nullable: true })
  actor_id: string | null;

  @Attribute('Name of the author at that time. null if the author is unknown.')
  @Text({ nullable: true })
  actor_name: string | null;

  @Timestamp()
  created_at: string;
}
