import { Controller, Get, Patch, Post } from '@nestjs/common';
import { StepUpByAttribute, StepUpNotRequired, DeviceMay } from '@storewright/access';
import {
  Changes,
  IfMatch,
  ListParameters,
  type ListQuery,
  collectionDocument,
  created,
  NewObject,
  type ObjectQuery,
  type ParsedResource,
  resourceDocument,
  type Render,
  ObjectParameters,
  type Preconditions,
  withoutClientId,
} from '@storewright/json-api';
import { Memberships, AnyMemberOrHoldsScope, MemberMay } from '@storewright/members';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { type CreateShop, ownShops, type UpdateShop } from './own-shop.resource';
import { OwnShops } from './own-shops';

@Controller('api/shops')
export class ShopsController {
  constructor(
    private readonly memberships: Memberships,
    private readonly own: OwnShops,
  ) {}

  @Get()
  @SignedIn()
  @DeviceMay('storewright trigger')
  async list(
    @CurrentOwner() { id }: SignedInOwner,
    @ListParameters(ownShops) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(ownShops, await this.memberships.list(id, query), query);
  }

  @Post()
  @SignedIn()
  @StepUpNotRequired('the new shop is empty and belongs to the person')
  async create(
    @CurrentOwner() by: SignedInOwner,
    @ObjectParameters(ownShops) query: ObjectQuery,
    @NewObject(ownShops) input: ParsedResource<CreateShop>,
  ): Promise<Render> {
    return created(ownShops, await this.own.create(by, withoutClientId(input)), query);
  }

  @Get(':shop_id')
  @AnyMemberOrHoldsScope('shops.get')
  async show(@CurrentShop() { id }: Shop, @ObjectParameters(ownShops) query: ObjectQuery): Promise<Render> {
    return resourceDocument(ownShops, await this.memberships.shop(id), query);
  }

  @Patch(':shop_id')
  @MemberMay('shops.patch')
  @StepUpByAttribute<UpdateShop>({
    name: { notRequired: 'it is a label' },
    title: { notRequired: 'it is a text' },
    description: { notRequired: 'it is a text' },
    time_zone: { notRequired: 'it is a preference' },
    currency_code: { notRequired: 'it is a preference for new prices' },
    support_email: { notRequired: 'it is a text that customers see' },
    support_phone: { notRequired: 'it is a text that customers see' },
    address: { notRequired: 'it is a text that customers see' },
    second_factor_required: 'required',
    api_suspended: 'required',
  })
  async change(
    @CurrentShop() { id }: Shop,
    @CurrentOwner() by: SignedInOwner,
    @ObjectParameters(ownShops) query: ObjectQuery,
    @Changes(ownShops) input: ParsedResource<UpdateShop>,
    @IfMatch() ifMatch?: Preconditions,
  ): Promise<Render> {
    return resourceDocument(ownShops, await this.own.change({ id, by, ifMatch }, input), query);
  }
}
