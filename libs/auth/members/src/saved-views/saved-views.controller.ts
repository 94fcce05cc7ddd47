import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { StepUpNotRequired } from '@storewright/access';
import {
  Changes,
  collectionDocument,
  created,
  ListParameters,
  type ListQuery,
  NewObject,
  noContent,
  ObjectParameters,
  type ObjectQuery,
  type ParsedResource,
  type Render,
  resourceDocument,
  withoutClientId,
} from '@storewright/json-api';
import { CurrentOwner, type SignedInOwner } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { AnyMember, CurrentMember, type SignedInMember } from '../member-access';
import { type CreateSavedView, savedViews, type UpdateSavedView } from './saved-view.resource';
import { SavedViews } from './saved-views';

@Controller('api/shops/:shop_id/saved_views')
export class SavedViewsController {
  constructor(private readonly store: SavedViews) {}

  @Get()
  @AnyMember()
  async list(
    @CurrentShop() shop: Shop,
    @CurrentOwner() owner: SignedInOwner,
    @ListParameters(savedViews) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(savedViews, await this.store.list(shop.id, owner.id, query), query);
  }

  @Post()
  @AnyMember()
  @StepUpNotRequired('a view changes no data of the shop')
  async create(
    @CurrentShop() shop: Shop,
    @CurrentMember() by: SignedInMember,
    @ObjectParameters(savedViews) query: ObjectQuery,
    @NewObject(savedViews) input: ParsedResource<CreateSavedView>,
  ): Promise<Render> {
    return created(savedViews, await this.store.create(shop.id, by, withoutClientId(input)), query);
  }

  @Get(':id')
  @AnyMember()
  async show(
    @CurrentShop() shop: Shop,
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(savedViews) query: ObjectQuery,
  ): Promise<Render> {
    const view = await this.store.find(shop.id, owner.id, id.toLowerCase());
    return resourceDocument(savedViews, view, query);
  }

  @Patch(':id')
  @AnyMember()
  @StepUpNotRequired('a view changes no data of the shop')
  async change(
    @CurrentShop() shop: Shop,
    @CurrentMember() by: SignedInMember,
    @Param('id') id: string,
    @ObjectParameters(savedViews) query: ObjectQuery,
    @Changes(savedViews) input: ParsedResource<UpdateSavedView>,
  ): Promise<Render> {
    const view = await this.store.change(shop.id, by, id.toLowerCase(), input);
    return resourceDocument(savedViews, view, query);
  }

  @Delete(':id')
  @AnyMember()
  @StepUpNotRequired('a view changes no data of the shop')
  async delete(
    @CurrentShop() shop: Shop,
    @CurrentMember() by: SignedInMember,
    @Param('id') id: string,
    @ObjectParameters(savedViews) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.delete(shop.id, by, id.toLowerCase());
    return noContent();
  }
}
