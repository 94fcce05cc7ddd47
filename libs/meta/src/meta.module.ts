import { type DynamicModule, Module } from '@nestjs/common';
import { metaLimits } from './meta-data';
import { MetaController } from './meta.controller';

@Module({ controllers: [MetaController] })
export class MetaModule {
  /** With the operator's limits of `data`. */
  static withLimits(limits: Partial<typeof metaLimits>): DynamicModule {
    Object.assign(metaLimits, limits);
    return { module: MetaModule };
  }
}
