import { Module } from '@nestjs/common';
import { InstallationController } from './installation.controller';
import { OwnTokenController } from './own-token.controller';
import { ShopLogosController } from './shop-logos.controller';
import { ShopsController } from './shops.controller';

@Module({ controllers: [ShopsController, ShopLogosController, InstallationController, OwnTokenController] })
export class ShopsModule {}
