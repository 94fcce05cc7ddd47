import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Row, type Shop, ShopLogo } from '@storewright/entities';
import type { ResizedImage } from '@storewright/images';
import { logoPath } from '@storewright/tenancy';
import { OwnShops, type ShopTarget } from '../own-shops';

const LOGO_SIDE_PX = 640;

@Injectable()
export class ShopLogos {
  constructor(private readonly shops: OwnShops) {}

  /** Replaces the logo of a shop. Setting the same image again changes nothing. */
  set(target: ShopTarget, images: readonly ResizedImage[]): Promise<Row<Shop>> {
    const { bytes } = images.findLast(({ side }) => side <= LOGO_SIDE_PX)!;
    const digest = hash('sha256', bytes, 'hex');
    const shop_id = target.id;
    return this.shops.changeLogo(target, logoPath(shop_id, digest), async (transaction) => {
      await transaction.of(ShopLogo).delete({ shop_id });
      await transaction.of(ShopLogo).insert({ shop_id, digest, bytes });
    });
  }

  async delete(target: ShopTarget): Promise<void> {
    await this.shops.changeLogo(target, null, async (transaction) => {
      await transaction.of(ShopLogo).delete({ shop_id: target.id });
    });
  }
}
