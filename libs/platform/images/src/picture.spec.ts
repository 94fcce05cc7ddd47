import { aPng, chunk } from '@storewright/testing';
import { readPicture } from './picture';

const size = { width: 130, height: 131, isAnimated: false };
/** Bytes of a WebP file with one chunk, as encoders write it. */
const webp = (hex: string) =>
  Buffer.concat([
    Buffer.from('RIFF\x5e\x02\x00\x00WEBP', 'latin1'),
    Buffer.from(hex, 'hex'),
    Buffer.alloc(8),
  ]);
const extended = (flags: string) => webp(`565038580a000000${flags}000000810000820000`);
const jpeg = (...segments: string[]) => Buffer.from(`ffd8${segments.join('')}`, 'hex');
const frame = (marker: string) => `ff${marker}0011080083008203012200021101031101`;
const exif = `ffe1000a${'45786966'.repeat(2)}`;

describe('readPicture', () => {
  it.each([
    ['PNG', 'image/png', aPng(130, 131)],
    ['JPEG', 'image/jpeg', jpeg('ffe000104a46494600010100000100010000', frame('c0'))],
    [
      'progressive JPEG with other segments before the size',
      'image/jpeg',
      jpeg(exif, 'ffffc4000400ff', frame('c2')),
    ],
    ['lossy WebP', 'image/webp', webp('5650382070000000b007009d012a82008300')],
    ['lossless WebP', 'image/webp', webp('5650384c100000002f81802000')],
    ['extended WebP', 'image/webp', extended('20')],
  ] as const)('returns the dimensions of a %s', (_, type, bytes) => {
    expect(readPicture(type, bytes)).toEqual(size);
  });

  it('detects animated images', () => {
    const png = aPng(130, 131);
    const animated = Buffer.concat([png.subarray(0, 33), chunk('acTL', Buffer.alloc(8)), png.subarray(33)]);
    expect(readPicture('image/png', animated)).toEqual({ ...size, isAnimated: true });
    expect(readPicture('image/webp', extended('02'))).toEqual({ ...size, isAnimated: true });
  });
});

it.each([
  ['an empty file', 'image/png', Buffer.alloc(0)],
  ['a PNG signature without data', 'image/png', aPng().subarray(0, 8)],
  ['a PNG without dimensions', 'image/png', aPng().subarray(0, 20)],
  ['a JPEG declared as PNG', 'image/png', jpeg(frame('c0'))],
  ['a JPEG that ends before its dimensions', 'image/jpeg', jpeg(exif, 'ffc000110800')],
  ['a JPEG with data before its dimensions', 'image/jpeg', jpeg('ffda000801010000', frame('c0'))],
  ['a JPEG with segments of length 0', 'image/jpeg', jpeg('ffe00000ffe00000')],
  ['a truncated WebP', 'image/webp', extended('20').subarray(0, 29)],
  ['a RIFF file that is not a WebP', 'image/webp', webp('666d74201000000001000200')],
  ['an SVG', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>')],
] as const)('readPicture returns undefined for %s', (_, type, bytes) => {
  expect(readPicture(type, bytes)).toBeUndefined();
});

it('readPicture never reads beyond the end of a file, even if the file declares longer chunks', () => {
  const lying = aPng();
  lying.writeUInt32BE(0xffff_ffff, 33);
  lying.write('zzzz', 37, 'latin1');
  expect(readPicture('image/png', lying)).toMatchObject({ width: 256, isAnimated: false });
});
