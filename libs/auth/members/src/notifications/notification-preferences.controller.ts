import { Controller, Get, Param, Patch } from '@nestjs/common';
import { StepUpNotRequired } from '@storewright/access';
import {
  Changes,
  collectionDocument,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  type ParsedResource,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { pageOf, rowsToRead, rowsToSkip } from '@storewright/pages';
import { CurrentOwner, type SignedInOwner } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { AnyMember } from '../member-access';
import { NotificationPreferences } from './notification-preferences';
import { notificationPreferences, type UpdateNotificationPreference } from './notification.resource';

@Controller('api/shops/:shop_id/notification_preferences')
export class NotificationPreferencesController {
  constructor(private readonly store: NotificationPreferences) {}

  /** Lists notification preferences with page numbers instead of cursors, because their ids are not UUIDs. */
  @Get()
  @AnyMember()
  async list(
    @CurrentShop() { id: shop_id }: Shop,
    @CurrentOwner() { id: owner_id }: SignedInOwner,
    @ListParameters(notificationPreferences) listQuery: ListQuery,
  ): Promise<Render> {
    const query = { ...listQuery, number: listQuery.number ?? 1 };
    const rows = await this.store.list({ shop_id, owner_id });
    const sorted = query.order[0]?.descending ? rows.toReversed() : rows;
    const read = sorted.slice(rowsToSkip(query), rowsToSkip(query) + rowsToRead(query));
    const page = pageOf(query, read, query.total ? rows.length : undefined);
    return collectionDocument(notificationPreferences, page, query);
  }

  @Get(':id')
  @AnyMember()
  async show(
    @CurrentShop() { id: shop_id }: Shop,
    @CurrentOwner() { id: owner_id }: SignedInOwner,
    @Param('id') kind: string,
    @ObjectParameters(notificationPreferences) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(
      notificationPreferences,
      await this.store.find({ shop_id, owner_id }, kind),
      query,
    );
  }

  @Patch(':id')
  @AnyMember()
  @StepUpNotRequired('a notification preference gives no access')
  async change(
    @CurrentShop() { id: shop_id }: Shop,
    @CurrentOwner() { id: owner_id }: SignedInOwner,
    @Param('id') kind: string,
    @ObjectParameters(notificationPreferences) query: ObjectQuery,
    @Changes(notificationPreferences) input: ParsedResource<UpdateNotificationPreference>,
  ): Promise<Render> {
    const row = await this.store.change({ shop_id, owner_id }, kind, input);
    return resourceDocument(notificationPreferences, row, query);
  }
}
