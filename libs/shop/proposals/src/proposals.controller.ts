import { Controller, Get, Param, Patch, Req } from '@nestjs/common';
import { CurrentGrant, type Grant, type GrantedRequest, ReplicaReads, Scope } from '@storewright/access';
import {
  Changes,
  collectionDocument,
  DescribesResource,
  type DocumentRow,
  IfMatch,
  ListParameters,
  type ListQuery,
  notFound,
  ObjectParameters,
  type ObjectQuery,
  type ParsedResource,
  type Preconditions,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { ShopRows } from '@storewright/tenancy';
import { Decisions } from './decisions';
import { ProposalChanges } from './proposal-changes';
import type { UpdateProposal } from './proposals.dto';
import { ProposalsRepository } from './proposals.repository';
import { proposalChanges, proposals } from './proposals.resource';

/**
 * Routes for proposed writes. An app can access only the app's own proposals. An access token of the shop can
 * access all proposals.
 */
@Controller('api/proposals')
@DescribesResource(proposals)
export class ProposalsController {
  constructor(
    private readonly rows: ShopRows,
    private readonly reads: ReplicaReads,
    private readonly repository: ProposalsRepository,
    private readonly changes: ProposalChanges,
    private readonly decisions: Decisions,
  ) {}

  @Get()
  @Scope('proposals.collection')
  async list(@CurrentGrant() grant: Grant, @ListParameters(proposals) query: ListQuery): Promise<Render> {
    const { installation_id: id } = grant;
    const own = id === undefined ? undefined : { many: { column: 'installation_id' }, id };
    return collectionDocument(proposals, await this.repository.page(this.reads.of(grant), query, own), query);
  }

  @Get(':id')
  @Scope('proposals.get')
  async get(
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ObjectParameters(proposals) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(proposals, await this.find(grant, id), query);
  }

  /** Approves or declines a proposed write. Applies an approved write before the response. */
  @Patch(':id')
  @Scope('proposals.patch')
  async decide(
    @Req() request: GrantedRequest,
    @Param('id') id: string,
    @ObjectParameters(proposals) query: ObjectQuery,
    @Changes(proposals) input: ParsedResource<UpdateProposal>,
    @IfMatch() ifMatch?: Preconditions,
  ): Promise<Render> {
    const grant = request.grant!;
    await this.find(grant, id);
    await this.decisions.decide({ grant, id, input, ifMatch, request_id: request.id });
    return resourceDocument(proposals, await this.repository.findOrFail(this.rows.of(grant.shop), id), query);
  }

  /**
   * Lists the attribute changes of a proposed write. Values are null if the token cannot read the resource
   * type.
   */
  @Get(':id/changes')
  @Scope('proposals.get')
  async listChanges(
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ListParameters(proposalChanges) query: ListQuery,
  ): Promise<Render> {
    await this.find(grant, id);
    const page = await this.changes.page(this.reads.of(grant), grant, id, query);
    return collectionDocument(proposalChanges, page, query);
  }

  private async find(grant: Grant, id: string): Promise<DocumentRow> {
    const row = await this.repository.findOrFail(this.reads.of(grant), id);
    const { installation_id } = grant;
    if (installation_id !== undefined && row['installation_id'] !== installation_id)
      throw notFound('proposals', id);
    return row;
  }
}
