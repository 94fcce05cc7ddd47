import { PassThrough } from 'node:stream';
import { aPng } from '@storewright/testing';
import { ImageUploads } from './image-uploads';

/** An upload whose body the spec sends. */
function anUpload(uploads: ImageUploads) {
  const raw = new PassThrough();
  const received = uploads.receive({ headers: { 'content-type': 'image/png' }, raw } as never);
  return { raw, received };
}

describe('ImageUploads', () => {
  it('throws 503 for a 17th concurrent upload, and accepts uploads again after an upload has ended', async () => {
    const uploads = new ImageUploads();
    const running = Array.from({ length: 16 }, () => anUpload(uploads));
    await expect(anUpload(uploads).received).rejects.toMatchObject({
      code: 'overloaded',
      headers: { 'retry-after': '2' },
    });
    running[0]!.raw.end('no image');
    await expect(running[0]!.received).rejects.toMatchObject({ code: 'invalid_image' });
    const accepted = [...running.slice(1), anUpload(uploads)];
    for (const { raw } of accepted) raw.end(aPng(8));
    const sizes = await Promise.all(accepted.map(({ received }) => received));
    expect(sizes.map(([image]) => image!.width)).toEqual(Array(16).fill(8));
  });

  it('accepts an upload after the connections of all running uploads were closed early', async () => {
    const uploads = new ImageUploads();
    const aborted = Array.from({ length: 16 }, () => anUpload(uploads));
    for (const { raw } of aborted) raw.destroy(new Error('aborted'));
    await Promise.allSettled(aborted.map(({ received }) => received));
    const next = anUpload(uploads);
    next.raw.end(aPng(8));
    expect(await next.received).toHaveLength(1);
  });

  it('throws 413 for a body above 10 MiB', async () => {
    const uploads = new ImageUploads();
    const large = anUpload(uploads);
    large.raw.end(Buffer.alloc(10 * 1024 * 1024 + 1));
    await expect(large.received).rejects.toMatchObject({ code: 'payload_too_large' });
  });
});
