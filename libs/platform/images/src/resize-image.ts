import type { Sharp } from 'sharp';
import { invalidImage } from './invalid-image';
import { type PictureType, readPicture } from './picture';

/** Sizes in pixels of the longer side of a stored image: for lists, for cards and for the full screen. */
export const IMAGE_SIDES_PX = [160, 640, 1600] as const;
/** Maximum number of pixels of an uploaded image. It limits the memory of the decoder to about 100 MB. */
const MAX_PIXELS = 25_000_000;
const MAX_SIDE_PX = 10_000;
const WEBP_QUALITY = 82;

export interface ResizedImage {
  /** Maximum width and height in pixels: 160, 640 or 1600. */
  side: number;
  width: number;
  height: number;
  bytes: Buffer;
}

/**
 * Encodes an image again in several sizes, from smallest to largest, without enlarging it. Removes the
 * metadata of the file, such as the location of a photo. Runs on libuv threads. Throws 422 for an invalid
 * image.
 */
export async function resizeImage(type: PictureType, bytes: Buffer): Promise<ResizedImage[]> {
  checkHeader(type, bytes);
  const sharp = await loadSharp();
  const { data, info } = await within(
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient(),
    IMAGE_SIDES_PX.at(-1)!,
  )
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: Error) => {
      throw invalidImage('damaged', 'The image is damaged or incomplete. Send the complete file.', cause);
    });
  const { width, height, channels } = info;
  const images: ResizedImage[] = [];
  for (const side of sidesFor(Math.max(width, height))) {
    const encoded = await within(sharp(data, { raw: { width, height, channels } }), side)
      .webp({ quality: WEBP_QUALITY })
      .toBuffer({ resolveWithObject: true });
    images.push({ side, width: encoded.info.width, height: encoded.info.height, bytes: encoded.data });
  }
  return images;
}

/**
 * Rejects an image that is invalid or too large. Reads only the file header, so that the decoder allocates no
 * memory.
 */
function checkHeader(type: PictureType, bytes: Buffer): void {
  const picture = readPicture(type, bytes);
  if (!picture)
    throw invalidImage('format', `The body is not a valid ${type} file. Send the Content-Type of the file.`);
  const { width, height, isAnimated } = picture;
  if (isAnimated) throw invalidImage('animated', 'The image is animated. Send a still image.');
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE_PX || width * height > MAX_PIXELS)
    throw invalidImage(
      'dimensions',
      `The image has ${width} × ${height} pixels. An image can have at most ${MAX_PIXELS / 1_000_000} million ` +
        `pixels and ${MAX_SIDE_PX} pixels on each side.`,
    );
}

const within = (image: Sharp, side: number): Sharp =>
  image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

/** Returns all sizes that are smaller than the longer side of the image, and the first size that is not. */
function sidesFor(longestPx: number): number[] {
  const fitting = IMAGE_SIDES_PX.findIndex((side) => longestPx <= side);
  return fitting < 0 ? [...IMAGE_SIDES_PX] : IMAGE_SIDES_PX.slice(0, fitting + 1);
}

type SharpLibrary = typeof import('sharp').default;
let loading: Promise<SharpLibrary> | undefined;

/**
 * Loads libvips when the first image is resized. Enables only the decoders for the media types that clients
 * can upload.
 */
function loadSharp(): Promise<SharpLibrary> {
  return (loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    const accepted = ['Jpeg', 'Png', 'Webp'].map((name) => `VipsForeignLoad${name}Buffer`);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: accepted });
    return sharp;
  }));
}
