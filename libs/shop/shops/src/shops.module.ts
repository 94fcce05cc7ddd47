import { Module } from '@nestjs/common';
import { InstallationController } from './installation.controller';
import { ShopsController } from './shops.controller';

@Module({ controllers: [ShopsController, InstallationController] })
export class ShopsModule {}
