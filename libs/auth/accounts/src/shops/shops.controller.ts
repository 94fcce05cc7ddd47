import { Controller, Get } from '@nestjs/common';
import {
  ListParameters,
  type ListQuery,
  collectionDocument,
  type ObjectQuery,
  resourceDocument,
  Operation,
  type Render,
  ObjectParameters,
  withBodyEtag,
} from '@storewright/json-api';
import { CurrentShop, type Shop, shops } from '@storewright/tenancy';
import { CurrentOwner, AnyMemberOrHoldsScope, SignedIn, type SignedInOwner } from '../sessions/signed-in';
import { Memberships } from './memberships';

@Controller('api/shops')
export class ShopsController {
  constructor(private readonly memberships: Memberships) {}

  /** The shops of the signed-in person. */
  @Get()
  @SignedIn()
  async list(
    @CurrentOwner() { id }: SignedInOwner,
    @ListParameters(shops) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(shops, await this.memberships.list(id, query), query);
  }

  @Get(':shop_id')
  @AnyMemberOrHoldsScope('shops.get')
  @Operation({ etag: true })
  async show(@CurrentShop() { id }: Shop, @ObjectParameters(shops) query: ObjectQuery): Promise<Render> {
    return withBodyEtag(resourceDocument(shops, await this.memberships.shop(id), query));
  }
}
