import { type DynamicModule, Module } from '@nestjs/common';
import { ResourcesModule } from '@storewright/resources';
import { META_LIMITS, MetaRepository } from './meta.repository';
import type { MetaLimits } from './meta-data';
import { MetaEntry } from './search/meta-entry.entity';
import { MetaSegment } from './search/meta-segment.entity';

@Module({})
export class MetaModule {
  static forRoot(limits: MetaLimits): DynamicModule {
    return {
      module: MetaModule,
      imports: [
        ResourcesModule.forFeature([MetaRepository], {
          tables: [MetaEntry, MetaSegment],
          providers: [{ provide: META_LIMITS, useValue: limits }],
        }),
      ],
    };
  }
}
