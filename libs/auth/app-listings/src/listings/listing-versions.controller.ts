import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { StepUpNotRequired } from '@storewright/access';
import {
  collectionDocument,
  created,
  ListParameters,
  type ListQuery,
  noContent,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { ListingLimits } from './listing-limits';
import { listingVersions } from './listing-version.resource';
import { ListingVersions } from './listing-versions';

@Controller('api/apps/:app_id/listing_versions')
export class ListingVersionsController {
  constructor(
    private readonly store: ListingVersions,
    private readonly limits: ListingLimits,
  ) {}

  @Get()
  @SignedIn()
  async list(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @ListParameters(listingVersions) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(listingVersions, await this.store.list({ owner, id: appId }, query), query);
  }

  @Post()
  @SignedIn()
  @StepUpNotRequired('the operator reviews each version')
  @Operation({ errors: ['illegal_transition', 'rate_limited'] })
  async create(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @ObjectParameters(listingVersions) query: ObjectQuery,
  ): Promise<Render> {
    await this.limits.countSubmission(owner.id);
    return created(listingVersions, { ...(await this.store.submit({ owner, id: appId })) }, query);
  }

  @Get(':id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @Param('id') id: string,
    @ObjectParameters(listingVersions) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(listingVersions, { ...(await this.store.find({ owner, id: appId }, id)) }, query);
  }

  /**
   * Withdraws a submitted version of an app listing before the operator decides. The version stays in the
   * list.
   */
  @Delete(':id')
  @SignedIn()
  @StepUpNotRequired('the directory keeps the approved version')
  @Operation({ errors: ['illegal_transition'] })
  async withdraw(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @Param('id') id: string,
    @ObjectParameters(listingVersions) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.withdraw({ owner, id: appId }, id);
    return noContent();
  }
}
