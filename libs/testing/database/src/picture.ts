import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

export function aPng(
  width = 256,
  height = width,
  [ground, disc]: readonly [Colour, Colour] = [
    [18, 92, 88],
    [244, 187, 68],
  ],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Sets the PNG header fields to bit depth 8 and color type RGB.
  header.set([8, 2, 0, 0, 0], 8);
  const colourAt = (x: number, y: number) =>
    Math.hypot(x - width / 2, y - height / 2) < Math.min(width, height) / 3 ? disc : ground;
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => colourAt(x, y)).flat(),
  ]);
  const data = deflateSync(Buffer.from(rows.flat()));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND')]);
}

export function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
