import { Controller, Get, Param } from '@nestjs/common';
import {
  ListParameters,
  type ListQuery,
  collectionDocument,
  type ObjectQuery,
  resourceDocument,
  type Render,
  ObjectParameters,
} from '@storewright/json-api';
import { MemberMay } from '@storewright/members';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { AuditEntries } from './audit-entries';
import { auditEntries, ownAuditEntries } from './audit-entry.resource';

/** Audit log of a shop (docs/contract.md §4). `sort=-id` returns the newest entries first. */
@Controller('api/shops/:shop_id/audit_entries')
export class AuditController {
  constructor(private readonly entries: AuditEntries) {}

  @Get()
  @MemberMay('audit_entries.collection')
  async list(@CurrentShop() { id }: Shop, @ListParameters(auditEntries) query: ListQuery): Promise<Render> {
    return collectionDocument(auditEntries, await this.entries.list({ shop_id: id }, query), query);
  }

  @Get(':id')
  @MemberMay('audit_entries.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(auditEntries) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(auditEntries, await this.entries.find({ shop_id: shop.id }, id), query);
  }
}

@Controller('api/audit_entries')
export class OwnAuditController {
  constructor(private readonly entries: AuditEntries) {}

  @Get()
  @SignedIn()
  async list(
    @CurrentOwner() { id }: SignedInOwner,
    @ListParameters(ownAuditEntries) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(ownAuditEntries, await this.entries.list({ owner_id: id }, query), query);
  }

  @Get(':id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(ownAuditEntries) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(ownAuditEntries, await this.entries.find({ owner_id: owner.id }, id), query);
  }
}
