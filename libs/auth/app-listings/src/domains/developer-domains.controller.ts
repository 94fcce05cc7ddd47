import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { StepUpNotRequired } from '@storewright/access';
import {
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
  withoutClientId,
} from '@storewright/json-api';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { ListingLimits } from '../listings/listing-limits';
import { developerDomains } from './developer-domain.resource';
import { DeveloperDomains } from './developer-domains';
import type { CreateDeveloperDomain } from './domain-input';

@Controller('api/developer_domains')
export class DeveloperDomainsController {
  constructor(
    private readonly store: DeveloperDomains,
    private readonly limits: ListingLimits,
  ) {}

  @Get()
  @SignedIn()
  async list(
    @CurrentOwner() owner: SignedInOwner,
    @ListParameters(developerDomains) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(developerDomains, await this.store.list(owner, query), query);
  }

  @Post()
  @SignedIn()
  @StepUpNotRequired('the directory shows a domain only after its proof')
  async create(
    @CurrentOwner() owner: SignedInOwner,
    @ObjectParameters(developerDomains) query: ObjectQuery,
    @NewObject(developerDomains) input: ParsedResource<CreateDeveloperDomain>,
  ): Promise<Render> {
    return created(developerDomains, await this.store.create(owner, withoutClientId(input)), query);
  }

  @Get(':id')
  @SignedIn()
  async show(
    @CurrentOwner() { id: ownerId }: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(developerDomains) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(developerDomains, await this.store.find(ownerId, id), query);
  }

  @Delete(':id')
  @SignedIn()
  @StepUpNotRequired('the directory no longer shows the domain')
  async delete(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(developerDomains) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.delete(owner, id);
    return noContent();
  }

  /** Verifies a developer's domain immediately by its TXT record and its verification file. */
  @Post(':id/checks')
  @SignedIn()
  @StepUpNotRequired('the check reads public data')
  @Operation({ errors: ['rate_limited'] })
  async check(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(developerDomains) query: ObjectQuery,
  ): Promise<Render> {
    await this.limits.countDomainCheck(owner.id);
    return created(developerDomains, await this.store.check(owner.id, id, owner), query);
  }
}
