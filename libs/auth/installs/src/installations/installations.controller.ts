import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { StepUpRequired, DeviceMay, DeviceMayInTestShops } from '@storewright/access';
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
  Operation,
  type ParsedResource,
  type Render,
  resourceDocument,
  withHeaders,
  withoutClientId,
} from '@storewright/json-api';
import { CurrentMember, MemberMay, type SignedInMember } from '@storewright/members';
import { CurrentOwner, type SignedInOwner } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { Grants } from './grants';
import { InstallationChanges } from './installation-changes';
import { type CreateInstallation, installations, type UpdateInstallation } from './installation.resource';
import { Installations } from './installations';

@Controller('api/shops/:shop_id/installations')
export class InstallationsController {
  constructor(
    private readonly store: Installations,
    private readonly grants: Grants,
    private readonly changes: InstallationChanges,
  ) {}

  @Get()
  @MemberMay('installations.collection')
  @DeviceMay('storewright trigger')
  async list(@CurrentShop() { id }: Shop, @ListParameters(installations) query: ListQuery): Promise<Render> {
    return collectionDocument(installations, await this.store.list(id, query), query);
  }

  /** Grants scopes to an app and installs the app. If the app is already installed, replaces its scopes. */
  @Post()
  @MemberMay('installations.post')
  @DeviceMayInTestShops('storewright dev')
  @StepUpRequired()
  @Operation({ meta: { redirect_to: { type: 'string', format: 'uri' } } })
  async grant(
    @CurrentShop() shop: Shop,
    @CurrentMember() member: SignedInMember,
    @ObjectParameters(installations) query: ObjectQuery,
    @NewObject(installations) input: ParsedResource<CreateInstallation>,
  ): Promise<Render> {
    const { code_challenge, ...consent } = withoutClientId(input).attributes;
    const authorization = code_challenge ? { code_challenge } : undefined;
    const { id, redirectTo } = await this.grants.grant(shop.id, member, { ...consent, authorization });
    const row = await this.store.find(shop.id, id);
    const meta = { redirect_to: redirectTo };
    return withHeaders(created(installations, row, query, { meta }), { 'cache-control': 'no-store' });
  }

  @Get(':id')
  @MemberMay('installations.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(installations) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(installations, await this.store.find(shop.id, id), query);
  }

  /** Changing an installation requires the permission to uninstall apps. */
  @Patch(':id')
  @MemberMay('installations.delete')
  @StepUpRequired()
  async change(
    @CurrentShop() shop: Shop,
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(installations) query: ObjectQuery,
    @Changes(installations) input: ParsedResource<UpdateInstallation>,
  ): Promise<Render> {
    return resourceDocument(installations, await this.changes.change(shop.id, id, owner, input), query);
  }

  @Delete(':id')
  @MemberMay('installations.delete')
  @StepUpRequired()
  async uninstall(
    @CurrentShop() shop: Shop,
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(installations) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.uninstall(shop.id, id, owner);
    return noContent();
  }
}
