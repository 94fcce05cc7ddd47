import { type Environment, reader } from './environment';
import { SettingsError } from './settings-error';

export interface BucketSettings {
  /** URL of the bucket without trailing slash, such as https://s3.eu-central-1.amazonaws.com/shop-images. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}

/**
 * Reads IMAGE_STORE: `s3://<bucket>?region=…&endpoint=…`, or `postgres`, which is the default and returns
 * undefined. The credentials for the bucket are in IMAGE_STORE_KEY_ID and IMAGE_STORE_SECRET.
 */
export function imageStore(env: Environment): BucketSettings | undefined {
  const read = reader(env);
  const text = read.text('IMAGE_STORE', 'postgres');
  if (text === 'postgres') return undefined;
  const { bucket, region, endpoint } = bucketIn(text);
  return {
    url: `${endpoint}/${bucket}`,
    region,
    keyId: read.text('IMAGE_STORE_KEY_ID'),
    secret: read.text('IMAGE_STORE_SECRET'),
  };
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

function bucketIn(text: string): { bucket: string; region: string; endpoint: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const query = url?.searchParams;
  const region = query?.get('region') ?? 'us-east-1';
  const endpoint = query?.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  const isKnown = [...(query?.keys() ?? [])].every((name) => name === 'region' || name === 'endpoint');
  const isBucket = url?.protocol === 's3:' && BUCKET.test(url.host) && ['', '/'].includes(url.pathname);
  const isEndpoint = URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol);
  if (!isBucket || !isKnown || !isEndpoint || !/^[a-z0-9-]+$/.test(region))
    throw new SettingsError(
      'IMAGE_STORE must be postgres, or a bucket such as s3://shop-images?region=eu-central-1.',
    );
  return { bucket: url.host, region, endpoint: endpoint.replace(/\/$/, '') };
}
