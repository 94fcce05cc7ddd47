import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { StepUpRequired } from '@storewright/access';
import {
  Changes,
  collectionDocument,
  ListParameters,
  type ListQuery,
  NewObject,
  noContent,
  NoQuery,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { CurrentOwner, type SignedInOwner } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { AnyMember, MemberMay, MemberMayOrOneself } from './member-access';
import { members, type UpdateMember } from './member.resource';
import { Members } from './members';
import { type CreateOwnershipTransfer, ownershipTransfers } from './ownership-transfer.resource';

@Controller('api/shops/:shop_id')
export class MembersController {
  constructor(private readonly store: Members) {}

  @Get('members')
  @MemberMay('members.collection')
  async list(@CurrentShop() { id }: Shop, @ListParameters(members) query: ListQuery): Promise<Render> {
    return collectionDocument(members, await this.store.list(id, query), query);
  }

  @Get('membership')
  @AnyMember()
  async showOwn(
    @CurrentShop() shop: Shop,
    @CurrentOwner() owner: SignedInOwner,
    @ObjectParameters(members) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(members, await this.store.find(shop.id, owner.id), query);
  }

  @Get('members/:id')
  @MemberMay('members.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(members) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(members, await this.store.find(shop.id, id.toLowerCase()), query);
  }

  @Patch('members/:id')
  @MemberMay('members.patch')
  @StepUpRequired()
  async change(
    @CurrentShop() shop: Shop,
    @CurrentOwner() by: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(members) query: ObjectQuery,
    @Changes(members) input: ParsedResource<UpdateMember>,
  ): Promise<Render> {
    return resourceDocument(members, await this.store.change(shop.id, id.toLowerCase(), by, input), query);
  }

  /** Removes a member from the shop. Every member can remove themselves. */
  @Delete('members/:id')
  @MemberMayOrOneself('members.delete')
  @StepUpRequired()
  async delete(
    @CurrentShop() shop: Shop,
    @CurrentOwner() by: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(members) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.delete(shop.id, id.toLowerCase(), by);
    return noContent();
  }

  /** Makes another member the owner of the shop. The previous owner becomes an administrator. */
  @Post('ownership_transfers')
  @MemberMay('members.patch')
  @StepUpRequired()
  @Operation({ answers: [{ shows: 'nothing' }] })
  async transfer(
    @CurrentShop() shop: Shop,
    @CurrentOwner() by: SignedInOwner,
    @NoQuery() _query: void,
    @NewObject(ownershipTransfers) { relationships }: ParsedResource<CreateOwnershipTransfer>,
  ): Promise<Render> {
    await this.store.transferOwnership(shop.id, String(relationships['member']), by);
    return noContent();
  }
}
