import { Controller, Delete, Put, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { StepUpNotRequired } from '@storewright/access';
import { ImageUploads, MAX_UPLOAD_BYTES, pictureBody } from '@storewright/images';
import {
  DescribesResource,
  IfMatch,
  noContent,
  NoQuery,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Preconditions,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { MemberMay } from '@storewright/members';
import { CurrentOwner, type SignedInOwner } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import type { FastifyRequest } from 'fastify';
import { ownShops } from '../own-shop.resource';
import { ShopLogos } from './shop-logos';

@Controller('api/shops/:shop_id/logo')
@DescribesResource(ownShops)
export class ShopLogosController {
  constructor(
    private readonly logos: ShopLogos,
    private readonly uploads: ImageUploads,
  ) {}

  @Put()
  @MemberMay('shops.patch')
  @StepUpNotRequired('it is an image that customers see')
  @RouteConfig({ bodyLimit: MAX_UPLOAD_BYTES, readsBody: true })
  @Operation({
    id: 'setShopLogo',
    summary: 'Set the logo',
    body: pictureBody,
    errors: ['payload_too_large', 'unsupported_media_type', 'invalid_image', 'overloaded'],
  })
  async set(
    @CurrentShop() { id }: Shop,
    @CurrentOwner() by: SignedInOwner,
    @ObjectParameters(ownShops) query: ObjectQuery,
    @Req() request: FastifyRequest,
    @IfMatch() ifMatch?: Preconditions,
  ): Promise<Render> {
    const images = await this.uploads.receive(request);
    return resourceDocument(ownShops, await this.logos.set({ id, by, ifMatch }, images), query);
  }

  @Delete()
  @MemberMay('shops.patch')
  @StepUpNotRequired('it is an image that customers see')
  @Operation({ id: 'removeShopLogo', summary: 'Remove the logo' })
  async delete(
    @CurrentShop() { id }: Shop,
    @CurrentOwner() by: SignedInOwner,
    @NoQuery() _query: void,
    @IfMatch() ifMatch?: Preconditions,
  ): Promise<Render> {
    await this.logos.delete({ id, by, ifMatch });
    return noContent();
  }
}
