import { Controller, Get, Inject, Param } from '@nestjs/common';
import { AUDIT_SETTINGS, type AuditSettings } from '@storewright/audit';
import { AuthDatabase } from '@storewright/database';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  NoQuery,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Render,
  resourceDocument,
  Serves,
} from '@storewright/json-api';
import { MemberMay } from '@storewright/members';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { certificateSchema, signedCertificate } from './erasure-certificate';
import { erasures } from './erasure.resource';
import { Erasures } from './erasures';

const json = 'application/json';

@Controller('api/shops/:shop_id/erasures')
export class ErasuresController {
  constructor(
    private readonly store: Erasures,
    private readonly database: AuthDatabase,
    @Inject(AUDIT_SETTINGS) private readonly settings: AuditSettings,
  ) {}

  @Get()
  @MemberMay('audit_entries.collection')
  async list(@CurrentShop() shop: Shop, @ListParameters(erasures) query: ListQuery): Promise<Render> {
    return collectionDocument(erasures, await this.store.list(shop.id, query), query);
  }

  @Get(':id')
  @MemberMay('audit_entries.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(erasures) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(erasures, await this.store.find(shop.id, id), query);
  }

  @Get(':id/certificate')
  @MemberMay('audit_entries.get')
  @Serves(json)
  @Operation({
    id: 'getErasureCertificate',
    summary: 'Download the signed certificate of an erasure',
    answers: [{ shows: 'content', mediaType: json, schema: certificateSchema }],
    errors: ['not_found'],
  })
  async certificate(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @NoQuery() _query: void,
  ): Promise<Render> {
    const erasure = await this.store.find(shop.id, id);
    const issuedAt = new Date(this.database.clock.now());
    const body = signedCertificate(this.settings.keys, shop, { erasure, issuedAt });
    const disposition = `attachment; filename="erasure-${String(erasure['id'])}.json"`;
    return () => ({ headers: { 'content-type': json, 'content-disposition': disposition }, body });
  }
}
