import { imageStore, SettingsError } from '@storewright/config';
import type { Bucket } from '@storewright/images';
import { serversOf } from './database-url';
import { need, type Options } from './options';

type Environment = NodeJS.ProcessEnv;

/**
 * Moves image files from Postgres to the bucket, or from the bucket to Postgres. Requires OWNER_DB_PASSWORD,
 * the administrator connections of `migrate`, and IMAGE_STORE with its key.
 */
export async function moveImagesCommand(environment: Environment, options: Options): Promise<string> {
  const [servers, to] = [serversOf(environment), need(options, 'to')];
  const owner = environment['OWNER_DB_PASSWORD'];
  if (!owner) throw new SettingsError('OWNER_DB_PASSWORD is not set.');
  if (to !== 'bucket' && to !== 'postgres') throw new SettingsError('--to must be bucket or postgres.');
  const bucket = await bucketOf(environment);
  if (!bucket)
    throw new SettingsError(
      'IMAGE_STORE names no bucket. Set it to the bucket, even for a move to Postgres.',
    );
  const { moveImages } = await import('./schema');
  const { moved, orphans } = await moveImages(servers, { owner }, bucket, to);
  return `${moved} image contents are moved to ${to}; ${orphans} contents of deleted images are deleted`;
}

/** Returns the bucket in IMAGE_STORE, or undefined if Postgres stores the images. */
export async function bucketOf(environment: Environment): Promise<Bucket | undefined> {
  const settings = imageStore(environment);
  if (!settings) return undefined;
  const { Bucket } = await import('@storewright/images');
  return new Bucket(settings);
}
