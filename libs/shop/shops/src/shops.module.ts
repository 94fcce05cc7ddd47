import { Module } from '@nestjs/common';
import { ShopsController } from './shops.controller';

/** The shop that a token is of. */
@Module({ controllers: [ShopsController] })
export class ShopsModule {}
