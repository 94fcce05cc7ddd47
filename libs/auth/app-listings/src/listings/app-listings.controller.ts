import { Controller, Get, Param, Patch } from '@nestjs/common';
import { StepUpNotRequired } from '@storewright/access';
import {
  Changes,
  IfMatch,
  ObjectParameters,
  type ObjectQuery,
  type ParsedResource,
  type Preconditions,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { appListings } from './app-listing.resource';
import { AppListings } from './app-listings';
import type { UpdateAppListing } from './listing-input';

@Controller('api/app_listings')
export class AppListingsController {
  constructor(private readonly store: AppListings) {}

  @Get(':id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(appListings) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(appListings, { ...(await this.store.find({ owner, id })) }, query);
  }

  /**
   * Changes the draft of an app listing. The app directory shows the approved version until the operator
   * approves the change.
   */
  @Patch(':id')
  @SignedIn()
  @StepUpNotRequired('the operator reviews each version')
  async update(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(appListings) query: ObjectQuery,
    @Changes(appListings) input: ParsedResource<UpdateAppListing>,
    @IfMatch() ifMatch?: Preconditions,
  ): Promise<Render> {
    const listing = await this.store.change({ owner, id, ifMatch }, input);
    return resourceDocument(appListings, { ...listing }, query);
  }
}
