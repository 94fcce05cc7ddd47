import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { StepUpNotRequired, StepUpRequired } from '@storewright/access';
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
import { MemberMay } from '../member-access';
import { CustomRoles } from './custom-roles';
import { type CreateRole, customRoles, type UpdateRole } from './role.resource';

/** Custom roles of a shop. Members who can change other members can also change roles. */
@Controller('api/shops/:shop_id/roles')
export class RolesController {
  constructor(private readonly store: CustomRoles) {}

  @Get()
  @MemberMay('members.collection')
  async list(@CurrentShop() { id }: Shop, @ListParameters(customRoles) query: ListQuery): Promise<Render> {
    return collectionDocument(customRoles, await this.store.list(id, query), query);
  }

  @Post()
  @MemberMay('members.patch')
  @StepUpNotRequired('no member has the new role')
  async create(
    @CurrentShop() shop: Shop,
    @CurrentOwner() by: SignedInOwner,
    @ObjectParameters(customRoles) query: ObjectQuery,
    @NewObject(customRoles) input: ParsedResource<CreateRole>,
  ): Promise<Render> {
    return created(customRoles, await this.store.create(shop.id, by, withoutClientId(input)), query);
  }

  @Get(':id')
  @MemberMay('members.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(customRoles) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(customRoles, await this.store.find(shop.id, id.toLowerCase()), query);
  }

  /** Changes the permissions of a custom role and of all members with the role. */
  @Patch(':id')
  @MemberMay('members.patch')
  @StepUpRequired()
  async change(
    @CurrentShop() shop: Shop,
    @CurrentOwner() by: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(customRoles) query: ObjectQuery,
    @Changes(customRoles) input: ParsedResource<UpdateRole>,
  ): Promise<Render> {
    const row = await this.store.change(shop.id, id.toLowerCase(), by, input);
    return resourceDocument(customRoles, row, query);
  }

  @Delete(':id')
  @MemberMay('members.patch')
  @StepUpNotRequired('no member has a role that can be deleted')
  async delete(
    @CurrentShop() shop: Shop,
    @CurrentOwner() by: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(customRoles) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.delete(shop.id, id.toLowerCase(), by);
    return noContent();
  }
}
