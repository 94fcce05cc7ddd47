import { type DynamicModule, Module } from '@nestjs/common';
import type { BucketSettings } from '@storewright/config';
import { Bucket } from './bucket';

/** Injection token of the bucket that stores images. The value is undefined if Postgres stores the images. */
export const IMAGE_BUCKET = Symbol('image bucket');

/** Provides the bucket for images to all libraries. Without this module, Postgres stores the images. */
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
