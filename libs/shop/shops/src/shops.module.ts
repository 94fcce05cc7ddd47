import { Module } from '@nestjs/common';
import { InstallationController } from './installation.controller';
import { ShopsController } from './shops.controller';

/** The shop that a token is of, and the installation. */
@Module({ controllers: [ShopsController, InstallationController] })
export class ShopsModule {}
