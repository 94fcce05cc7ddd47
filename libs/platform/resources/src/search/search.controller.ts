import { Controller, Get, Req } from '@nestjs/common';
import {
  CurrentGrant,
  CustomerReads,
  DeclareAccess,
  type Grant,
  type GrantedRequest,
  ReplicaReads,
  requireOneScope,
  requireScopes,
} from '@storewright/access';
import {
  Operation,
  parseSearchQuery,
  queryStringOf,
  type Render,
  requestParameter,
  searchDocument,
  type SearchQuery,
} from '@storewright/json-api';
import { scopeOf } from '@storewright/scopes';
import { ResourceRegistry } from '../resource-registry';
import { relatedTypes, Search } from './search';

/** Injects the validated query string of a search request. Throws 400. */
const Searched = requestParameter('search query', (_: unknown, context): SearchQuery => {
  const request = context.switchToHttp().getRequest<GrantedRequest>();
  const searched = request.server.resources.searched.map(({ resource }) => resource);
  return parseSearchQuery(searched, queryStringOf(request));
});

/** Searches all resource types that the token can list (docs/adr/search.md). */
@Controller('api/search')
export class SearchController {
  constructor(
    private readonly registry: ResourceRegistry,
    private readonly reads: ReplicaReads,
    private readonly searches: Search,
    private readonly customers: CustomerReads,
  ) {}

  @Get()
  @DeclareAccess({ kind: 'operations' })
  @Operation({ id: 'search', summary: 'Search objects of all types' })
  async search(
    @Req() request: GrantedRequest,
    @CurrentGrant() grant: Grant,
    @Searched() query: SearchQuery,
  ): Promise<Render> {
    const types = query.types ?? this.registry.searched.map(({ resource }) => resource.type);
    const scopes = types.map((type) => scopeOf(type, 'collection'));
    if (query.types) requireScopes(request, scopes);
    else requireOneScope(request, scopes);
    const canList = (type: string): boolean => !grant.scopes || grant.scopes.has(scopeOf(type, 'collection'));
    const related = types.filter(canList).flatMap((type) => relatedTypes(this.registry.get(type).resource));
    // Records the scopes of related types as used, because the search reads related objects.
    requireScopes(
      request,
      related.filter(canList).map((type) => scopeOf(type, 'collection')),
    );
    const results = await this.searches.run(this.reads.of(grant), query, types, canList);
    for (const { resource, page } of results) if (page) this.customers.add(grant, resource, page.rows);
    return searchDocument(results, query);
  }
}
