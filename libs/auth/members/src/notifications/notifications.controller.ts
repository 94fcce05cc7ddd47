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
import { CurrentOwner, type SignedInOwner } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { AnyMember } from '../member-access';
import { notifications, type UpdateNotification } from './notification.resource';
import { Notifications } from './notifications';

@Controller('api/shops/:shop_id/notifications')
export class NotificationsController {
  constructor(private readonly store: Notifications) {}

  @Get()
  @AnyMember()
  async list(
    @CurrentShop() { id: shop_id }: Shop,
    @CurrentOwner() { id: owner_id }: SignedInOwner,
    @ListParameters(notifications) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(notifications, await this.store.list({ shop_id, owner_id }, query), query);
  }

  @Get(':id')
  @AnyMember()
  async show(
    @CurrentShop() { id: shop_id }: Shop,
    @CurrentOwner() { id: owner_id }: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(notifications) query: ObjectQuery,
  ): Promise<Render> {
    const row = await this.store.find({ shop_id, owner_id }, id.toLowerCase());
    return resourceDocument(notifications, row, query);
  }

  @Patch(':id')
  @AnyMember()
  @StepUpNotRequired('a read notification changes no data of the shop')
  async change(
    @CurrentShop() { id: shop_id }: Shop,
    @CurrentOwner() { id: owner_id }: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(notifications) query: ObjectQuery,
    @Changes(notifications) input: ParsedResource<UpdateNotification>,
  ): Promise<Render> {
    const row = await this.store.change({ shop_id, owner_id }, id.toLowerCase(), input);
    return resourceDocument(notifications, row, query);
  }
}
