import { aPng } from '@storewright/testing';
import sharp from 'sharp';
import { resizeImage } from './resize-image';

/** A photo with the location and the orientation that a phone writes. */
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#156' } })
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
const sizesOf = async (...image: Parameters<typeof resizeImage>) =>
  (await resizeImage(...image)).map(({ side, width, height }) => [side, width, height]);
/** Changes the dimensions in the header of a PNG. */
function claiming(png: Buffer, width: number, height: number): Buffer {
  const claimed = Buffer.from(png);
  claimed.writeUInt32BE(width, 16);
  claimed.writeUInt32BE(height, 20);
  return claimed;
}

describe('resizeImage', () => {
  it('returns upright WebP images in all sizes without metadata', async () => {
    const images = await resizeImage('image/jpeg', await photo(2000, 1000));
    expect(images.map(({ side, width, height }) => [side, width, height])).toEqual([
      [160, 80, 160],
      [640, 320, 640],
      [1600, 800, 1600],
    ]);
    for (const { bytes, width, height } of images) {
      const metadata = await sharp(bytes).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width, height });
      expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual(
        Array(4).fill(undefined),
      );
    }
  });

  it('does not enlarge a small image, and omits sizes that would contain the same pixels', async () => {
    expect(await sizesOf('image/png', aPng(300, 200))).toEqual([
      [160, 160, 107],
      [640, 300, 200],
    ]);
    expect(await sizesOf('image/png', aPng(1, 1))).toEqual([[160, 1, 1]]);
  });

  it('preserves transparency', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const glass = await sharp({ create: { width: 8, height: 8, channels: 4, background } })
      .webp()
      .toBuffer();
    const [image] = await resizeImage('image/webp', glass);
    expect(await sharp(image!.bytes).metadata()).toMatchObject({ hasAlpha: true });
  });
});

describe('resizeImage throws 422 for', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const animation = () =>
    sharp(
      [
        aPng(8),
        aPng(8, 8, [
          [0, 0, 0],
          [9, 9, 9],
        ]),
      ],
      { join: { animated: true } },
    )
      .webp()
      .toBuffer();

  it.each([
    ['an SVG with a script that is declared as PNG', 'format', 'image/png', () => Buffer.from(svg)],
    ['an animation', 'animated', 'image/webp', animation],
    ['an image of 26 million pixels', 'dimensions', 'image/png', () => claiming(aPng(8), 5_200, 5_000)],
    ['a strip of 10,001 pixels', 'dimensions', 'image/png', () => claiming(aPng(8), 10_001, 1)],
    ['a PNG that has fewer rows than its header says', 'damaged', 'image/png', () => claiming(aPng(8), 8, 9)],
    ['the first half of a PNG', 'damaged', 'image/png', () => firstHalf(aPng(200))],
    ['the first half of a JPEG', 'damaged', 'image/jpeg', async () => firstHalf(await photo(2_000, 1_000))],
  ] as const)('%s', async (_, reason, type, bytes) => {
    await expect(resizeImage(type, await bytes())).rejects.toMatchObject({
      code: 'invalid_image',
      meta: { reason },
    });
  });

  it('a decompression bomb of 30,000 × 30,000 pixels, before the decoder allocates memory', async () => {
    const bomb = claiming(aPng(8), 30_000, 30_000);
    const before = process.memoryUsage().rss;
    await expect(resizeImage('image/png', bomb)).rejects.toThrow('The image has 30000 × 30000 pixels.');
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });
});

const firstHalf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
