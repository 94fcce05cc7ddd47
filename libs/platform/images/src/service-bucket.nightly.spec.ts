import { randomUUID } from 'node:crypto';
import { imageStore } from '@storewright/config';
import { Bucket } from './bucket';

/** Bucket of a storage service that somebody else wrote. The key needs the rights that the shop API needs. */
const settings = imageStore(process.env);
/** One more than a page of ListObjectsV2. */
const KEYS = 1_001;
const AT_ONCE = 20;

(settings ? describe : describe.skip)('Bucket with the storage service of IMAGE_STORE', () => {
  const bucket = new Bucket(settings!);
  const shop = randomUUID();
  const keyOf = (file: number) =>
    `${shop}/${String(file).padStart(8, '0')}-0000-4000-8000-000000000000/640.webp`;
  afterAll(() => bucket.deleteAll(shop));

  it('Bucket stores, replaces, returns and deletes an object, and returns undefined for a missing key', async () => {
    const key = keyOf(0);
    expect(await bucket.get(key)).toBeUndefined();
    for (const text of ['an image', 'another image']) {
      const bytes = Buffer.from(text);
      await bucket.put(key, bytes, { 'content-type': 'image/webp' });
      expect(await bucket.get(key)).toEqual(bytes);
    }
    for (let time = 0; time < 2; time += 1) await bucket.delete(key);
    expect(await bucket.get(key)).toBeUndefined();
  });

  it(`Bucket lists and deletes ${KEYS} objects of a shop, which need more than one page`, async () => {
    const keys = Array.from({ length: KEYS }, (_, file) => keyOf(file));
    for (let from = 0; from < KEYS; from += AT_ONCE)
      await Promise.all(keys.slice(from, from + AT_ONCE).map((key) => bucket.put(key, Buffer.from(key), {})));
    const listed: string[] = [];
    for await (const key of bucket.keys(`${shop}/`)) listed.push(key);
    expect(listed).toEqual(keys);
    expect([await bucket.deleteAll(`${shop}/`), await bucket.deleteAll(`${shop}/`)]).toEqual([KEYS, 0]);
  });

  it('Bucket throws 503 for a wrong secret', async () => {
    const failed = await new Bucket({ ...settings!, secret: 'wrong' })
      .put(keyOf(0), Buffer.from('an image'), {})
      .catch((error: Error) => error);
    expect(failed).toMatchObject({ code: 'unavailable' });
    expect(String((failed as Error).cause)).toContain('the storage service returned 403');
  });
});
