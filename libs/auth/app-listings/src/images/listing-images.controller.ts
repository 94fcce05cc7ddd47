import { Controller, Get, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Public, StepUpNotRequired } from '@storewright/access';
import { pictureBody, type PictureContent, pictureTypes, showPicture } from '@storewright/images';
import {
  created,
  DescribesResource,
  IfMatch,
  NoQuery,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Preconditions,
  type Render,
  Serves,
} from '@storewright/json-api';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { appListings } from '../listings/app-listing.resource';
import { AppListings } from '../listings/app-listings';
import { ListingLimits } from '../listings/listing-limits';
import { ListingImages } from './listing-images';
import { MAX_SCREENSHOT_BYTES, SentScreenshot } from './screenshot-input';

@Controller('api/apps/:app_id/listing_images')
@DescribesResource(appListings)
export class ListingImagesController {
  constructor(
    private readonly images: ListingImages,
    private readonly listings: AppListings,
    private readonly limits: ListingLimits,
  ) {}

  @Post()
  @SignedIn()
  @StepUpNotRequired('the operator reviews each screenshot')
  @RouteConfig({ bodyLimit: MAX_SCREENSHOT_BYTES })
  @Operation({
    id: 'addListingScreenshot',
    summary: 'Add a screenshot',
    body: pictureBody,
    errors: [
      ...(['payload_too_large', 'unsupported_media_type', 'invalid_image'] as const),
      ...(['limit_reached', 'rate_limited'] as const),
    ],
  })
  async add(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') id: string,
    @ObjectParameters(appListings) query: ObjectQuery,
    @SentScreenshot() screenshot: PictureContent,
    @IfMatch() ifMatch?: Preconditions,
  ): Promise<Render> {
    await this.limits.countScreenshot(owner.id);
    const listing = await this.listings.addScreenshot({ owner, id, ifMatch }, screenshot);
    return created(appListings, { ...listing }, query);
  }

  @Get(':digest')
  @Public('images of listings are public: browsers load them without a credential')
  @Serves(...pictureTypes)
  @Operation({
    id: 'showListingImage',
    summary: 'Show an image of a listing',
    answers: [{ shows: 'content', ...pictureBody }],
    etag: true,
  })
  async show(
    @Param('app_id') id: string,
    @Param('digest') digest: string,
    @NoQuery() _query: void,
  ): Promise<Render> {
    return showPicture(await this.images.find(id, digest), { digest, name: 'image' });
  }
}
