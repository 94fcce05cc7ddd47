import { Readable } from 'node:stream';
import { Controller, Get, Inject, Req } from '@nestjs/common';
import { Public } from '@storewright/access';
import {
  AUDIT_SETTINGS,
  type AuditSettings,
  exportLines,
  StoredChains,
  verifyChain,
} from '@storewright/audit';
import { AuthDatabase } from '@storewright/database';
import {
  NoQuery,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  parseNoQuery,
  queryStringOf,
  type Render,
  resourceDocument,
  Serves,
} from '@storewright/json-api';
import { MemberMay } from '@storewright/members';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import type { FastifyRequest } from 'fastify';
import { auditVerification } from './audit-verification.resource';

const ndjson = 'application/x-ndjson';

/** Verification of a shop's audit log (docs/adr/audit-log.md). */
@Controller('api/shops/:shop_id/audit_verification')
export class AuditVerificationController {
  constructor(
    private readonly chains: StoredChains,
    private readonly database: AuthDatabase,
    @Inject(AUDIT_SETTINGS) private readonly settings: AuditSettings,
  ) {}

  @Get()
  @MemberMay('audit_entries.collection')
  @Operation({ summary: 'Verify the audit log of a shop' })
  async verify(
    @CurrentShop() { id }: Shop,
    @ObjectParameters(auditVerification) query: ObjectQuery,
  ): Promise<Render> {
    const nowMs = this.database.clock.now();
    const { problems, ...counts } = await verifyChain(this.chains, id, { ...this.settings, nowMs });
    const row = {
      ...{ id, shop_id: id, valid: problems.length === 0, ...counts },
      ...{ problems: JSON.stringify(problems), verified_at: isoMicroseconds(nowMs) },
    };
    return resourceDocument(auditVerification, row, query);
  }
}

const isoMicroseconds = (ms: number) => new Date(ms).toISOString().replace('Z', '000Z');

@Controller('api/shops/:shop_id/audit_export')
export class AuditExportController {
  constructor(
    private readonly chains: StoredChains,
    private readonly database: AuthDatabase,
    @Inject(AUDIT_SETTINGS) private readonly settings: AuditSettings,
  ) {}

  @Get()
  @MemberMay('audit_entries.collection')
  @Serves(ndjson)
  @Operation({
    id: 'exportAuditLog',
    summary: 'Download the signed audit log of a shop',
    answers: [{ shows: 'content', mediaType: ndjson, schema: { type: 'string' } }],
  })
  export(@CurrentShop() { id, domain }: Shop, @NoQuery() _query: void): Render {
    const { keys } = this.settings;
    const exportedAt = new Date(this.database.clock.now());
    const name = `audit-log-${domain}-${exportedAt.toISOString().slice(0, 10)}.ndjson`;
    const headers = { 'content-type': ndjson, 'content-disposition': `attachment; filename="${name}"` };
    const lines = exportLines(this.chains, id, { keys, exportedAt });
    return () => ({ headers, stream: Readable.from(lines, { objectMode: false }) });
  }
}

/** Public keys that verify the signatures over audit logs, as a JWK set (RFC 7517). */
@Controller('.well-known/audit-keys.json')
export class AuditKeysController {
  constructor(@Inject(AUDIT_SETTINGS) private readonly settings: AuditSettings) {}

  @Get()
  @Public('anybody can verify an exported audit log')
  @Operation({
    id: 'getAuditKeys',
    summary: 'Public keys of signed audit logs (RFC 7517)',
    answers: [{ shows: 'content', mediaType: 'application/json', schema: jwksSchema() }],
  })
  keys(@Req() request: FastifyRequest): Render {
    parseNoQuery(queryStringOf(request));
    const body = JSON.stringify(this.settings.keys.jwks);
    return () => ({ headers: { 'content-type': 'application/json' }, body });
  }
}

function jwksSchema() {
  const text = { type: 'string' };
  const properties = { kty: text, crv: text, x: text, kid: text, alg: text, use: text };
  const key = { type: 'object', properties, required: Object.keys(properties) };
  return { type: 'object', properties: { keys: { type: 'array', items: key } }, required: ['keys'] };
}
