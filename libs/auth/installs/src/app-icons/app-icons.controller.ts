import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Public, StepUpNotRequired, DeviceMay } from '@storewright/access';
import {
  DescribesResource,
  IfMatch,
  noContent,
  NoQuery,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Render,
  resourceDocument,
  Serves,
  type Preconditions,
} from '@storewright/json-api';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { apps } from '../apps/app.resource';
import { AppIcons } from './app-icons';
import { type Icon, MAX_ICON_BYTES, SentIcon } from './icon-input';
import { pictureTypes } from '@storewright/app-listings';

const [mediaType, ...also] = pictureTypes;
const schema = { description: 'Image data.' };

/** The address of an icon names its content, so responses never expire. Pages of any site may embed icons. */
const served = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

@Controller('api/apps/:app_id/icon')
@DescribesResource(apps)
export class AppIconsController {
  constructor(private readonly store: AppIcons) {}

  @Put()
  @SignedIn()
  @DeviceMay('storewright apps icon')
  @StepUpNotRequired('it is an image')
  @RouteConfig({ bodyLimit: MAX_ICON_BYTES })
  @Operation({
    id: 'setAppIcon',
    summary: 'Set the icon',
    body: { mediaType, also, schema },
    errors: ['payload_too_large', 'unsupported_media_type', 'invalid_icon'],
  })
  async set(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') id: string,
    @ObjectParameters(apps) query: ObjectQuery,
    @SentIcon() icon: Icon,
    @IfMatch() ifMatch?: Preconditions,
  ): Promise<Render> {
    return resourceDocument(apps, await this.store.set({ owner, id, ifMatch }, icon), query);
  }

  @Delete()
  @SignedIn()
  @DeviceMay('storewright apps icon')
  @StepUpNotRequired('it is an image')
  @Operation({ id: 'removeAppIcon', summary: 'Remove the icon' })
  async delete(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') id: string,
    @NoQuery() _query: void,
    @IfMatch() ifMatch?: Preconditions,
  ): Promise<Render> {
    await this.store.delete({ owner, id, ifMatch });
    return noContent();
  }

  /** Serves the icon at the `icon_url` of an app. */
  @Get(':digest')
  @Public('images are public: browsers load them without a credential')
  @Serves(...pictureTypes)
  @Operation({
    id: 'showAppIcon',
    summary: 'Show the icon at the address in icon_url',
    answers: [{ shows: 'content', mediaType, also, schema }],
    etag: true,
  })
  async show(
    @Param('app_id') id: string,
    @Param('digest') digest: string,
    @NoQuery() _query: void,
  ): Promise<Render> {
    const { media_type, bytes } = await this.store.find(id, digest);
    const headers = {
      'content-type': media_type,
      'content-disposition': `inline; filename="icon.${media_type.slice('image/'.length)}"`,
      etag: `"${digest}"`,
      ...served,
    };
    return () => ({ headers, bytes });
  }
}
