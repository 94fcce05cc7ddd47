import { hash } from 'node:crypto';
import type { BucketSettings } from '@storewright/config';
import { ApiError } from '@storewright/json-api';
import { AwsClient } from 'aws4fetch';

const TIMEOUT_MS = 10_000;

/** Client of a bucket in an S3-compatible storage service. Signs requests with AWS Signature Version 4. */
export class Bucket {
  private readonly client: AwsClient;

  constructor(private readonly settings: BucketSettings) {
    const { keyId: accessKeyId, secret: secretAccessKey, region } = settings;
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  }

  /** Stores an object in the bucket. Throws 503 if the storage service fails. */
  async put(key: string, bytes: Buffer, headers: Readonly<Record<string, string>>): Promise<void> {
    const body = new Uint8Array(bytes);
    // SHA-256 digest of the body, which the signature covers. The storage service compares the digest with
    // the body.
    const digest = { 'x-amz-content-sha256': hash('sha256', bytes, 'hex') };
    await this.send('PUT', key, { body, headers: { ...headers, ...digest } });
  }

  /**
   * Returns an object, or undefined if the bucket has no object with this key. Throws 503 if the storage
   * service fails.
   */
  async get(key: string): Promise<Buffer | undefined> {
    const response = await this.send('GET', key);
    return response.status === 404 ? undefined : this.bytesOf(response);
  }

  /** Deletes an object if it exists. Throws 503 if the storage service fails. */
  async delete(key: string): Promise<void> {
    await this.send('DELETE', key);
  }

  /**
   * Lists the keys of all objects with this prefix in ascending order. Throws 503 if the storage service
   * fails.
   */
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

  /**
   * Deletes all objects with this key prefix and returns how many were deleted. Throws 503 if the storage
   * service fails.
   */
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
    detail: 'The image storage does not respond. Retry after the time in Retry-After.',
    headers: { 'retry-after': '1' },
    cause,
  });
}
