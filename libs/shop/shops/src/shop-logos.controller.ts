import { Controller, Get, Param, Req } from '@nestjs/common';
import { Public } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { ShopLogo } from '@storewright/entities';
import { pictureBody, showPicture } from '@storewright/images';
import { NoQuery, notFound, Operation, type Render, Serves } from '@storewright/json-api';
import type { ShopRequest } from '@storewright/tenancy';

/** Serves the logo of a shop at the path in `logo_url`. The auth API writes logos. */
@Controller('api/shops/:id/logo')
export class ShopLogosController {
  constructor(private readonly database: AuthDatabase) {}

  @Get(':digest')
  @Public('shops show their logo to their customers')
  @Serves('image/webp')
  @Operation({
    id: 'showShopLogo',
    summary: 'Show the logo at the path in logo_url',
    answers: [{ shows: 'content', mediaType: 'image/webp', schema: pictureBody.schema }],
    etag: true,
  })
  async show(
    @Req() { shop }: ShopRequest,
    @Param('id') id: string,
    @Param('digest') digest: string,
    @NoQuery() _query: void,
  ): Promise<Render> {
    if (shop?.status !== 'active' || id !== shop.id) throw notFound('logos', digest);
    const logos = this.database.of({ shop_id: shop.id }, ShopLogo);
    const logo = await logos.findOneBy({ shop_id: shop.id, digest });
    if (!logo) throw notFound('logos', digest);
    return showPicture({ media_type: 'image/webp', bytes: logo.bytes }, { digest, name: 'logo' });
  }
}
