import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { pictureBody, type PictureContent, pictureTypes, showPicture } from '@storewright/images';
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
import { MAX_ICON_BYTES, SentIcon } from './icon-input';

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
    body: pictureBody,
    errors: ['payload_too_large', 'unsupported_media_type', 'invalid_icon'],
  })
  async set(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') id: string,
    @ObjectParameters(apps) query: ObjectQuery,
    @SentIcon() icon: PictureContent,
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

  @Get(':digest')
  @Public('images are public: browsers load them without a credential')
  @Serves(...pictureTypes)
  @Operation({
    id: 'showAppIcon',
    summary: 'Show the icon at the address in icon_url',
    answers: [{ shows: 'content', ...pictureBody }],
    etag: true,
  })
  async show(
    @Param('app_id') id: string,
    @Param('digest') digest: string,
    @NoQuery() _query: void,
  ): Promise<Render> {
    return showPicture(await this.store.find(id, digest), { digest, name: 'icon' });
  }
}
