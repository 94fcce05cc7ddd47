import { Readable } from 'node:stream';
import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import {
  Bearer,
  CustomerReads,
  DeclareAccess,
  type Grant,
  type GrantedRequest,
  requireScopes,
  stillGranted,
  TokenVerifier,
} from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { isUuid, NoQuery, notFound, Operation, type Render, Serves } from '@storewright/json-api';
import { ndjson, ResourceRegistry, RunningExports } from '@storewright/resources';
import { type Scope, scopeOf } from '@storewright/scopes';
import { ShopRows } from '@storewright/tenancy';
import type { PlainToken } from '@storewright/tokens';
import { Customer } from '../customers/customer.entity';
import { auditArchive } from './archive-audit';
import { ArchivedCopies } from './archived-copies';
import { archivedIds, archivedTypes, objectLines } from './archived-objects';

/**
 * Resource types of the stored copies in a customer archive. The archive also contains objects of other
 * types.
 */
const COPIES = ['events', 'webhook_deliveries', 'proposals'];

/** Streams all data about a customer, for data subject access requests (docs/adr/customer-archive.md). */
@Controller('api/customers')
export class CustomerArchiveController {
  @Inject() private readonly customers!: CustomerReads;

  constructor(
    private readonly rows: ShopRows,
    private readonly registry: ResourceRegistry,
    private readonly verifier: TokenVerifier,
    private readonly running: RunningExports,
    private readonly auth: AuthDatabase,
  ) {}

  @Get(':id/archive')
  @DeclareAccess({ kind: 'operations' })
  @Serves(ndjson)
  @Operation({
    id: 'getCustomerArchive',
    summary: 'Download everything about a customer',
    answers: [{ shows: 'content', mediaType: ndjson, schema: { type: 'string' } }],
    errors: ['not_found', 'overloaded'],
  })
  async download(
    @Req() request: GrantedRequest,
    @Param('id') id: string,
    @NoQuery() _query: void,
    @Bearer() token: PlainToken,
  ): Promise<Render> {
    const grant = request.grant!;
    const scopes = this.scopes();
    requireScopes(request, scopes);
    this.running.check(grant);
    const context = this.rows.of(grant.shop);
    const customer = isUuid(id)
      ? await context.repository(Customer).findOne({ where: { id }, select: ['id', 'email_folded'] })
      : undefined;
    if (!customer) throw notFound('customers', id);
    this.customers.addIds(grant, 'customers', [customer.id]);
    await auditArchive(this.auth, grant, { customer_id: customer.id, request_id: request.id });
    const check = () => stillGranted(this.verifier, request, { token, scopes });
    return ({ origin }) => {
      const text = archiveText(this.chunks(grant, customer, origin), check);
      const stream = this.running.add(grant, Readable.from(text, { objectMode: false }));
      return { headers: { 'content-type': ndjson, 'content-disposition': attachment(customer.id) }, stream };
    };
  }

  /**
   * Returns the permission scopes that the customer archive requires: the scopes of every resource in the
   * archive.
   */
  private scopes(): Scope[] {
    const types = [...archivedTypes(this.registry), ...COPIES];
    return ['customers.get', ...types.map((type) => scopeOf(type, 'collection'))];
  }

  private async *chunks(
    { shop, installation_id }: Grant,
    customer: Pick<Customer, 'id' | 'email_folded'>,
    origin: string,
  ): AsyncGenerator<string[]> {
    const context = this.rows.of(shop);
    const ids = await archivedIds(this.registry, context, customer);
    yield* objectLines(this.registry, context, ids, origin);
    yield* new ArchivedCopies(context, customer.id, ids, installation_id ?? null).lines();
  }
}

/**
 * Yields the lines of a customer archive, followed by a line that marks the end. `check` throws if the token
 * is no longer valid.
 */
async function* archiveText(
  chunks: AsyncGenerator<string[]>,
  check: () => Promise<unknown>,
): AsyncGenerator<string> {
  let count = 0;
  for await (const lines of chunks) {
    await check();
    count += lines.length;
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
  }
  yield `${JSON.stringify({ meta: { complete: true, count } })}\n`;
}

const attachment = (id: string) => `attachment; filename="customer-${id}.ndjson"`;
