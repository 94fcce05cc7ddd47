/**
 * Media types of images that clients can upload. SVG is excluded, because it can run scripts and load other
 * documents (docs/adr/app-icons.md).
 */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

export interface Picture {
  width: number;
  height: number;
  isAnimated: boolean;
}

/**
 * Reads the properties of an image from the file header without decoding the image. Returns undefined for an
 * invalid file.
 */
export function readPicture(type: PictureType, bytes: Buffer): Picture | undefined {
  return readers[type](bytes);
}

const readers: Record<PictureType, (bytes: Buffer) => Picture | undefined> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * A PNG file consists of a signature and chunks, each with length, type, data and checksum. The first chunk
 * is IHDR. An acTL chunk before the first IDAT chunk marks an animation.
 */
function readPng(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, 8).equals(pngSignature) || wordAt(bytes, 12) !== 'IHDR' || bytes.length < 24)
    return undefined;
  let at = 8;
  while (at + 8 <= bytes.length && wordAt(bytes, at + 4) !== 'IDAT' && wordAt(bytes, at + 4) !== 'acTL')
    at += 12 + bytes.readUInt32BE(at);
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    isAnimated: wordAt(bytes, at + 4) === 'acTL',
  };
}

const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/**
 * True for JPEG markers of frame headers, which are SOF0 to SOF15 except for three markers with other
 * meanings.
 */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const scan = 0xda;

/**
 * A JPEG file consists of segments, each with a marker and a length. The first frame header contains the
 * dimensions.
 */
function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 3 || bytes.readUIntBE(0, 3) !== 0xff_d8_ff) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (isFrame(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5), isAnimated: false };
    if (marker === scan) return undefined;
    // JPEG allows any number of FF bytes before a marker.
    if (marker === 0xff) at += 1;
    else at += standsAlone(marker) ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/**
 * A WebP file is a RIFF file. The first chunk is a lossy image, a lossless image, or the header of an
 * extended file.
 */
function readWebp(bytes: Buffer): Picture | undefined {
  if (wordAt(bytes, 0) !== 'RIFF' || wordAt(bytes, 8) !== 'WEBP' || bytes.length < 30) return undefined;
  switch (wordAt(bytes, 12)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d_01_2a) return undefined;
      return {
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
        isAnimated: false,
      };
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return undefined;
      const sizes = bytes.readUInt32LE(21);
      return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1, isAnimated: false };
    }
    case 'VP8X':
      return {
        width: bytes.readUIntLE(24, 3) + 1,
        height: bytes.readUIntLE(27, 3) + 1,
        isAnimated: (bytes[20]! & 0x02) !== 0,
      };
    default:
      return undefined;
  }
}

const wordAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4);
