import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TestShop } from '@storewright/entities';
import { MembersModule } from '@storewright/members';
import { ImageUploads } from '@storewright/images';
import { ShopLogos } from './logo/shop-logos';
import { ShopLogosController } from './logo/shop-logos.controller';
import { OwnShops } from './own-shops';
import { ShopsController } from './shops.controller';
import { TestShops } from './test-shops/test-shops';
import { TestShopsController } from './test-shops/test-shops.controller';

/**
 * Shops that people create for themselves, and test shops of app developers. The application must provide
 * OWN_SHOPS and SHOP_URL.
 */
@Module({
  imports: [TypeOrmModule.forFeature([TestShop], 'auth'), MembersModule],
  controllers: [ShopsController, ShopLogosController, TestShopsController],
  providers: [OwnShops, ShopLogos, ImageUploads, TestShops],
  exports: [OwnShops],
})
export class OwnShopsModule {}
