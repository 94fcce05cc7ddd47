import { signatureOf, SignedBucketServer } from '@storewright/testing';
import { Bucket } from './bucket';

const key = { id: 'AKIDEXAMPLE', secret: 'a secret / of + the bucket' };
let server: SignedBucketServer;
beforeAll(async () => {
  server = await SignedBucketServer.start(key);
});
afterAll(() => server.stop());

const aBucket = (secret = key.secret) =>
  new Bucket({ url: `${server.origin}/shop-images`, region: 'eu-central-1', keyId: key.id, secret });
const path = '7f9c1f4a/0c6d/640.webp';
const bytes = Buffer.from('an image');

it('the signature check of the specs accepts the example "GET Object" in the AWS documentation', () => {
  const names = 'host;range;x-amz-content-sha256;x-amz-date';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,` +
      `SignedHeaders=${names},Signature=`,
  };
  const request = { method: 'GET', url: '/test.txt', headers };
  expect(signatureOf(request, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

describe('Bucket', () => {
  it('stores, returns and deletes an object with signed requests', async () => {
    const bucket = aBucket();
    await bucket.put(path, bytes, { 'content-type': 'image/webp' });
    const stored = server.objects.get(`/shop-images/${path}`)!;
    expect([stored.bytes, stored.headers['content-type']]).toEqual([bytes, 'image/webp']);
    expect(await bucket.get(path)).toEqual(bytes);
    await bucket.delete(path);
    expect([await bucket.get(path), server.objects.size]).toEqual([undefined, 0]);
    await bucket.delete(path);
  });

  it('lists and deletes all objects with a prefix, page by page', async () => {
    const bucket = aBucket();
    const keys = ['a/1/160.webp', 'a/2/160.webp', 'a/2/640.webp', 'a/3/160.webp', 'b/1/160.webp'];
    for (const key of keys) await bucket.put(key, bytes, {});
    const listed: string[] = [];
    for await (const key of bucket.keys('a/')) listed.push(key);
    expect(listed).toEqual(keys.slice(0, 4));
    expect([await bucket.deleteAll('a/'), await bucket.deleteAll('a/')]).toEqual([4, 0]);
    expect([...server.objects.keys()]).toEqual(['/shop-images/b/1/160.webp']);
    await bucket.deleteAll('');
  });

  it('throws 503 for a wrong secret, without the secret in the error', async () => {
    const failed = await aBucket('wrong secret')
      .put(path, bytes, {})
      .catch((error: Error) => error);
    expect(failed).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } });
    expect(String((failed as Error).cause)).toBe('Error: PUT of an image: the storage service returned 403');
  });

  it('throws 503 if the storage service fails or does not respond', async () => {
    server.failsWith = 500;
    await expect(aBucket().get(path)).rejects.toMatchObject({ code: 'unavailable' });
    server.failsWith = undefined;
    const away = new Bucket({ url: 'http://127.0.0.1:1/b', region: 'x', keyId: 'x', secret: 'x' });
    await expect(away.delete(path)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
