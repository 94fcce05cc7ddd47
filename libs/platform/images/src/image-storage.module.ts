import { type DynamicModule, Module } from '@nestjs/common';
import type { BucketSettings } from '@storewright/config';
import { Bucket } from './bucket';

/** Injection token of the image bucket. Undefined if images are stored in Postgres. */
export const IMAGE_BUCKET = Symbol('image bucket');

/** Provides the image bucket to all libraries. Without this module, images are stored in Postgres. */
@Module({})
export class ImageStorageModule {
  static forRoot(settings: BucketSettings | undefined): DynamicModule {
    return {
      module: ImageStorageModule,
      global: true,
      providers: [{ provide: IMAGE_BUCKET, useFactory: () => settings && new Bucket(settings) }],
      exports: [IMAGE_BUCKET],
    };
  }
}
