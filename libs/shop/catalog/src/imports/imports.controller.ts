import { Readable } from 'node:stream';
import { Controller, Get, Inject, Param, Patch, Post, Req } from '@nestjs/common';
import {
  CurrentGrant,
  DailyLimits,
  type Grant,
  type GrantedRequest,
  ReplicaReads,
  requireScopes,
  Scope,
} from '@storewright/access';
import {
  ApiError,
  Changes,
  checkContentEncoding,
  collectionDocument,
  created,
  DescribesResource,
  IfMatch,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Preconditions,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { shownToWriter } from '@storewright/resources';
import { type Scope as ScopeName } from '@storewright/scopes';
import { ShopRows } from '@storewright/tenancy';
import type { FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES, tooLarge } from './csv-file';
import { fileNameOf } from './file-name';
import { ImportJob } from './import-job';
import type { ImportKind } from './import-states';
import { ImportUploads } from './import-uploads';
import type { UpdateImport } from './imports.dto';
import { ImportsRepository } from './imports.repository';
import { imports } from './imports.resource';

/** Permission scopes that a CSV import requires, keyed by its kind. */
const writeScopes: Readonly<Record<ImportKind, readonly ScopeName[]>> = {
  products: ['products.post', 'products.patch', 'variants.post', 'variants.patch'],
  inventory: ['variants.patch'],
};

const csv = 'text/csv';
const csvSchema = { type: 'string', description: 'CSV file (RFC 4180) with a header, in UTF-8 or UTF-16.' };
const upload = {
  body: { mediaType: csv, schema: csvSchema },
  errors: ['payload_too_large', 'unsupported_media_type', 'invalid_file'],
} as const;

@Controller('api/imports')
@DescribesResource(imports)
export class ImportsController {
  @Inject(DailyLimits)
  private readonly dailyLimits: DailyLimits;

  constructor(
    private readonly rows: ShopRows,
    private readonly reads: ReplicaReads,
    private readonly repository: ImportsRepository,
    private readonly uploads: ImportUploads,
    private readonly job: ImportJob,
  ) {}

  @Get()
  @Scope('imports.collection')
  async list(@CurrentGrant() grant: Grant, @ListParameters(imports) query: ListQuery): Promise<Render> {
    return collectionDocument(imports, await this.repository.page(this.reads.of(grant), query), query);
  }

  /** Uploads a CSV file of products. The API validates the rows in the background and changes no products. */
  @Post('products')
  @Scope('imports.post', ...writeScopes.products)
  @Operation({ id: 'importProducts', summary: 'Upload a file of products', ...upload })
  products(
    @CurrentGrant() grant: Grant,
    @ObjectParameters(imports) query: ObjectQuery,
    @Req() request: FastifyRequest,
  ): Promise<Render> {
    return this.store(grant, 'products', query, request);
  }

  /**
   * Uploads a CSV file of stock quantities. The API validates the rows in the background and changes no
   * stock.
   */
  @Post('inventory')
  @Scope('imports.post', ...writeScopes.inventory)
  @Operation({ id: 'importInventory', summary: 'Upload a file of stock', ...upload })
  inventory(
    @CurrentGrant() grant: Grant,
    @ObjectParameters(imports) query: ObjectQuery,
    @Req() request: FastifyRequest,
  ): Promise<Render> {
    return this.store(grant, 'inventory', query, request);
  }

  @Get(':id')
  @Scope('imports.get')
  async get(
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ObjectParameters(imports) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(imports, await this.repository.findOrFail(this.reads.of(grant), id), query);
  }

  /**
   * Starts or cancels a CSV import. A start requires the permission scopes to write the objects in the file.
   */
  @Patch(':id')
  @Scope('imports.patch')
  @Operation({ errors: ['illegal_transition'] })
  async change(
    @Req() request: GrantedRequest,
    @Param('id') id: string,
    @ObjectParameters(imports) query: ObjectQuery,
    @Changes(imports) input: ParsedResource<UpdateImport>,
    @IfMatch() ifMatch?: Preconditions,
  ): Promise<Render> {
    const grant = request.grant!;
    const rows = this.rows.of(grant.shop);
    if (input.attributes.state === 'running') {
      const { kind } = await this.repository.findOrFail(rows, id);
      requireScopes(request, writeScopes[kind as ImportKind]);
    }
    const row = await this.repository.changeState(rows, { id, ifMatch }, input, (rowCount) =>
      this.dailyLimits.countMoreWrites(grant, rowCount),
    );
    void this.job.run();
    return shownToWriter(grant, { resource: imports, input }, resourceDocument(imports, row, query));
  }

  private async store(
    grant: Grant,
    kind: ImportKind,
    query: ObjectQuery,
    { headers, body }: FastifyRequest,
  ): Promise<Render> {
    checkContentEncoding(headers['content-encoding']);
    if (!(body instanceof Readable)) throw notCsv();
    if (Number(headers['content-length']) > MAX_FILE_BYTES) throw tooLarge();
    const fileName = fileNameOf(headers['content-disposition']);
    const row = await this.uploads.store(this.rows.of(grant.shop), { kind, fileName, body });
    void this.job.run();
    const input = { attributes: {}, relationships: {} };
    return shownToWriter(grant, { resource: imports, input }, created(imports, { ...row }, query));
  }
}

const notCsv = () =>
  new ApiError('unsupported_media_type', {
    detail: `Send the file as the body with "Content-Type: ${csv}".`,
    source: { header: 'Content-Type' },
  });
