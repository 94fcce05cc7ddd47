import { Controller, Get, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Public, Scope } from '@storewright/access';
import { ImageUploads, MAX_UPLOAD_BYTES, pictureBody, showPicture } from '@storewright/images';
import {
  created,
  NoQuery,
  notFound,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Render,
  resourceDocument,
  Serves,
  withBodyEtag,
} from '@storewright/json-api';
import { CurrentShop, type Shop, type ShopRequest, ShopRows } from '@storewright/tenancy';
import { ImageCleanup } from './image-cleanup';
import { imageFiles } from './image-file.resource';
import { ImageFiles } from './image-files';

/**
 * Routes to upload images, and to download images without authentication. An upload requires a permission
 * scope of product images, because only product images use image files.
 */
@Controller('api/image_files')
export class ImageFilesController {
  constructor(
    private readonly rows: ShopRows,
    private readonly files: ImageFiles,
    private readonly uploads: ImageUploads,
    private readonly cleanup: ImageCleanup,
  ) {}

  @Post()
  @Scope('product_images.post')
  @RouteConfig({ bodyLimit: MAX_UPLOAD_BYTES, readsBody: true })
  @Operation({
    id: 'uploadImageFile',
    summary: 'Upload an image',
    body: pictureBody,
    errors: ['payload_too_large', 'unsupported_media_type', 'invalid_image', 'overloaded'],
  })
  async upload(
    @CurrentShop() shop: Shop,
    @ObjectParameters(imageFiles) query: ObjectQuery,
    @Req() request: ShopRequest,
  ): Promise<Render> {
    const images = await this.uploads.receive(request);
    const file = await this.files.add(this.rows.of(shop), images);
    this.cleanup.schedule(shop);
    return created(imageFiles, { ...file }, query);
  }

  @Get(':id')
  @Scope('product_images.post')
  @Operation({ etag: true })
  async get(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(imageFiles) query: ObjectQuery,
  ): Promise<Render> {
    const file = await this.files.find(this.rows.of(shop), id);
    return withBodyEtag(resourceDocument(imageFiles, { ...file }, query));
  }

  @Get(':id/:name')
  @Public('shops show the images to their customers, and the id is random')
  @Serves('image/webp')
  @Operation({
    id: 'showImage',
    summary: 'Show an image',
    answers: [{ shows: 'content', mediaType: 'image/webp', schema: pictureBody.schema }],
    etag: true,
  })
  async show(
    @Req() { shop }: ShopRequest,
    @Param('id') id: string,
    @Param('name') name: string,
    @NoQuery() _query: void,
  ): Promise<Render> {
    if (shop?.status !== 'active') throw notFound('image_files', id);
    const bytes = await this.files.read(this.rows.of(shop), id, name);
    const digest = `${id.toLowerCase()}-${name}`;
    return showPicture({ media_type: 'image/webp', bytes }, { digest, name: 'image' });
  }
}
