import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { StepUpNotRequired, StepUpRequired } from '@storewright/access';
import {
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
import { CurrentMember, MemberMay, type SignedInMember } from '@storewright/members';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { type CreateScopeReduction, scopeReductions } from './scope-reduction.resource';
import { ScopeReductions } from './scope-reductions';

/**
 * Scope reductions of a shop. Creating or undoing a reduction requires the permission to grant scopes to the
 * app or access token.
 */
@Controller('api/shops/:shop_id/scope_reductions')
export class ScopeReductionsController {
  constructor(private readonly store: ScopeReductions) {}

  @Get()
  @MemberMay('request_counts.collection')
  async list(@CurrentShop() shop: Shop, @ListParameters(scopeReductions) query: ListQuery): Promise<Render> {
    return collectionDocument(scopeReductions, await this.store.list(shop.id, query), query);
  }

  @Post()
  @MemberMay('request_counts.collection')
  @StepUpNotRequired('it only removes scopes, and can be undone')
  async create(
    @CurrentShop() shop: Shop,
    @CurrentMember() member: SignedInMember,
    @ObjectParameters(scopeReductions) query: ObjectQuery,
    @NewObject(scopeReductions) input: ParsedResource<CreateScopeReduction>,
  ): Promise<Render> {
    return created(scopeReductions, await this.store.create(shop.id, member, withoutClientId(input)), query);
  }

  @Get(':id')
  @MemberMay('request_counts.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(scopeReductions) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(scopeReductions, await this.store.find(shop.id, id), query);
  }

  /**
   * Undoing a scope reduction requires step-up authentication, because the app or access token gets scopes
   * back.
   */
  @Delete(':id')
  @MemberMay('request_counts.get')
  @StepUpRequired()
  async undo(
    @CurrentShop() shop: Shop,
    @CurrentMember() member: SignedInMember,
    @Param('id') id: string,
    @ObjectParameters(scopeReductions) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.undo(shop.id, member, id);
    return noContent();
  }
}
