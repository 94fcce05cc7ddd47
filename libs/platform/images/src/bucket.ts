import { hash } from 'node:crypto';
import type { BucketSettings } from '@storewright/config';
import { ApiError } from '@storewright/json-api';
import { AwsClient } from 'aws4fetch';

const TIMEOUT_MS = 10_000;

/** A bucket of a storage service with the API of Amazon S3. Requests are signed (AWS Signature Version 4). */
export class Bucket {
  private readonly client: AwsClient;

  constructor(private readonly settings: BucketSettings) {
    const { keyId: accessKeyId, secret: secretAccessKey, region } = settings;
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  }

  /** Stores an object. Throws 503. */
  async put(key: string, bytes: Buffer, headers: Readonly<Record<string, string>>): Promise<void> {
    const body = new Uint8Array(bytes);
    // The service compares the body with the signed digest.
    const digest = { 'x-amz-content-sha256': hash('sha256', bytes, 'hex') };
    await this.send('PUT', key, { body, headers: { ...headers, ...digest } });
  }

  /** Returns an object, or undefined if the bucket does not contain the key. Throws 503. */
  async get(key: string): Promise<Buffer | undefined> {
    const response = await this.send('GET', key);
    return response.status === 404 ? undefined : this.bytesOf(response);
  }

  /** Deletes an object. Deleting a missing object changes nothing. Throws 503. */
  async delete(key: string): Promise<void> {
    await this.send('DELETE', key);
  }

  /** Lists the keys that begin with `prefix`, ascending. Throws 503. */
  async *keys(prefix: string): AsyncGenerator<string> {
    let after = '';
    for (let isTruncated = true; isTruncated;) {
      const query = { 'list-type': '2', 'encoding-type': 'url', prefix, 'start-after': after };
      const response = await this.send('GET', `?${new URLSearchParams(query)}`);
      if (response.status === 404) unavailable(new Error('the bucket does not exist'));
      const text = (await this.bytesOf(response)).toString();
      const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => decodeURIComponent(key!));
      isTruncated = keys.length > 0 && text.includes('<IsTruncated>true</IsTruncated>');
      after = keys.at(-1) ?? '';
      yield* keys;
    }
  }

  /** Deletes the objects whose keys begin with `prefix`. Returns their number. Throws 503. */
  async deleteAll(prefix: string): Promise<number> {
    let count = 0;
    for await (const key of this.keys(prefix)) {
      await this.delete(key);
      count += 1;
    }
    return count;
  }

  private async send(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    const url = `${this.settings.url}/${key}`;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await this.client.fetch(url, { method, ...init, signal }).catch(unavailable);
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    return unavailable(new Error(`${method} of an image: the storage service returned ${response.status}`));
  }

  private async bytesOf(response: Response): Promise<Buffer> {
    return Buffer.from(await response.arrayBuffer().catch(unavailable));
  }
}

function unavailable(cause: unknown): never {
  throw new ApiError('unavailable', {
    detail: 'The storage of images does not respond. Retry after the time in Retry-After.',
    headers: { 'retry-after': '1' },
    cause,
  });
}
