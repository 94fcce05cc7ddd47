import { Controller, Post, Req } from '@nestjs/common';
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
import {
  Accepted,
  DescribesResource,
  invalidAttribute,
  type ListQuery,
  MAX_PAGE_SIZE,
  NewObject,
  NoQuery,
  Operation,
  type ParsedResource,
  type Render,
  Serves,
} from '@storewright/json-api';
import { type Scope, scopeOf } from '@storewright/scopes';
import { ShopRows } from '@storewright/tenancy';
import type { PlainToken } from '@storewright/tokens';
import { ResourceRegistry } from '../resource-registry';
import type { ResourceRepository } from '../resource-repository';
import { type CreateExport, exportRequests } from './export.dto';
import { asAttributes, exportQuery } from './export-query';
import { csv, exportStream, formatOf, ndjson, type ReadPage } from './export-stream';
import { RunningExports } from './running-exports';

const lines = { type: 'string' };

/**
 * Streams all objects of a list in one response (docs/adr/exports.md). The route is a POST because the
 * request needs a body, but the request changes no data.
 */
@Controller('api/exports')
@DescribesResource(exportRequests)
export class ExportsController {
  constructor(
    private readonly rows: ShopRows,
    private readonly registry: ResourceRegistry,
    private readonly verifier: TokenVerifier,
    private readonly running: RunningExports,
    private readonly customers: CustomerReads,
  ) {}

  @Post()
  @DeclareAccess({ kind: 'operations' })
  @Serves(ndjson, csv)
  @Operation({
    id: 'exportObjects',
    summary: 'Export all objects of a list',
    answers: [{ shows: 'content', mediaType: ndjson, also: [csv], schema: lines }],
    errors: ['overloaded'],
  })
  async run(
    @Req() request: GrantedRequest,
    @NoQuery() _query: void,
    @NewObject(exportRequests) { attributes }: ParsedResource<CreateExport>,
    @Accepted() mediaType: string,
    @Bearer() token: PlainToken,
  ): Promise<Render> {
    const grant = request.grant!;
    const { shop } = grant;
    const repository = this.repositoryOf(attributes);
    const { resource } = repository;
    requireScopes(request, [scopeOf(resource.type, 'collection')]);
    const query = exportQuery(this.registry, resource, shop.id, attributes);
    const scopes = scopesOf(repository, query);
    requireScopes(request, scopes);
    this.running.check(grant);
    const read = this.pagesOf(repository, grant, query);
    const first = await read(query.after).catch((error: unknown) => {
      throw asAttributes(error);
    });
    const readOn: ReadPage = async (after) => {
      await stillGranted(this.verifier, request, { token, scopes });
      return read(after);
    };
    return ({ origin }) => {
      const format = formatOf(mediaType, resource, query, origin, attributes.delimiter);
      const stream = this.running.add(grant, exportStream(query, first, readOn, format));
      return { headers: { 'content-type': format.mediaType }, stream };
    };
  }

  private pagesOf(repository: ResourceRepository, grant: Grant, query: ListQuery): ReadPage {
    const { after: _, ...list } = query;
    const rows = this.rows.of(grant.shop);
    return async (after) => {
      const page = await repository.page(rows, { ...list, size: MAX_PAGE_SIZE, ...(after && { after }) });
      this.customers.add(grant, repository.resource, page.rows);
      return page;
    };
  }

  private repositoryOf({ resource_type }: CreateExport): ResourceRepository {
    const repository = this.registry.find(resource_type);
    if (repository) return repository;
    const there = this.registry.all.map(({ resource }) => resource.type).join(', ');
    throw invalidAttribute('resource_type', `resource_type must be one of ${there}.`);
  }
}

function scopesOf({ resource }: ResourceRepository, { words, meta }: ListQuery): Scope[] {
  const { search, relationships } = resource;
  const through = words ? (search?.through ?? []).map((name) => relationships[name]!.type) : [];
  return [resource.type, ...through, ...(meta === undefined ? [] : ['meta'])].map((type) =>
    scopeOf(type, 'collection'),
  );
}
