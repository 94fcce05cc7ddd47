import type { Client } from 'pg';
import type { Servers } from './migrate';
import type { RolePasswords } from './roles';
import { withConnections } from './shop-file/connections';

/** Object storage bucket of IMAGE_STORE. Object keys are `<shop>/<file>/<side>.webp`. */
export interface ImageBucket {
  keys(prefix: string): AsyncIterable<string>;
  put(key: string, bytes: Buffer, headers: Readonly<Record<string, string>>): Promise<void>;
  get(key: string): Promise<Buffer | undefined>;
  delete(key: string): Promise<void>;
}

export interface MovedImages {
  /** Number of moved image files. Each size of an image is a separate file. */
  moved: number;
  /** Number of deleted image files of images that do not exist in the database. */
  orphans: number;
}

interface Content {
  shop_id: string;
  file_id: string;
  side: number;
}

const HEADERS = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' };
const KEYS_AT_ONCE = 1_000;
const KEY = /^([0-9a-f-]{36})\/([0-9a-f-]{36})\/(\d{1,4})\.webp$/;
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Moves image files between Postgres and the bucket, one by one, while the services run. An interrupted run
 * can be repeated.
 */
export function moveImages(
  servers: Servers,
  passwords: Pick<RolePasswords, 'owner'>,
  bucket: ImageBucket,
  to: 'bucket' | 'postgres',
): Promise<MovedImages> {
  return withConnections(servers, passwords, ({ auth, shop }) =>
    to === 'bucket' ? moveToBucket(auth, shop, bucket) : moveToPostgres(shop, bucket),
  );
}

async function moveToBucket(auth: Client, shop: Client, bucket: ImageBucket): Promise<MovedImages> {
  const { rows: shops } = await auth.query<{ id: string }>('SELECT id FROM auth.shops ORDER BY id');
  const counts: MovedImages = { moved: 0, orphans: 0 };
  for (const { id } of shops)
    for await (const content of contentsOf(shop, id)) {
      const isMoved = await moveContent(shop, bucket, content);
      counts[isMoved ? 'moved' : 'orphans'] += 1;
    }
  return counts;
}

async function* contentsOf(shop: Client, shop_id: string): AsyncGenerator<Content> {
  let [file_id, side] = ['00000000-0000-0000-0000-000000000000', 0];
  for (;;) {
    const { rows } = await shop.query<Content>(
      `SELECT shop_id, file_id, side FROM shop.image_contents WHERE shop_id = $1 AND (file_id, side) > ($2, $3)
        ORDER BY file_id, side LIMIT ${KEYS_AT_ONCE}`,
      [shop_id, file_id, side],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < KEYS_AT_ONCE) return;
    ({ file_id, side } = last);
  }
}

/** Returns false if a service deleted the image during the move. */
async function moveContent(shop: Client, bucket: ImageBucket, content: Content): Promise<boolean> {
  const { shop_id, file_id, side } = content;
  const [where, values] = ['shop_id = $1 AND file_id = $2 AND side = $3', [shop_id, file_id, side]];
  const { rows } = await shop.query<{ bytes: Buffer }>(
    `SELECT bytes FROM shop.image_contents WHERE ${where}`,
    values,
  );
  if (!rows[0]) return false;
  const key = `${shop_id}/${file_id}/${side}.webp`;
  await bucket.put(key, rows[0].bytes, HEADERS);
  const { rowCount } = await shop.query(`DELETE FROM shop.image_contents WHERE ${where}`, values);
  if (rowCount === 0) await bucket.delete(key);
  return rowCount !== 0;
}

async function moveToPostgres(shop: Client, bucket: ImageBucket): Promise<MovedImages> {
  const counts: MovedImages = { moved: 0, orphans: 0 };
  for await (const key of bucket.keys('')) {
    const [, shop_id, file_id, side] = KEY.exec(key) ?? [];
    // Skips other keys, because other programs can store objects in the same bucket.
    if (!shop_id || !file_id) continue;
    const bytes = await bucket.get(key);
    const isMoved = bytes && (await store(shop, { shop_id, file_id, side: Number(side) }, bytes));
    await bucket.delete(key);
    counts[isMoved ? 'moved' : 'orphans'] += 1;
  }
  return counts;
}

/** Stores an image file in Postgres. Returns false if a service deleted the image. */
async function store(shop: Client, { shop_id, file_id, side }: Content, bytes: Buffer): Promise<boolean> {
  try {
    await shop.query(
      `INSERT INTO shop.image_contents (shop_id, file_id, side, bytes) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING`,
      [shop_id, file_id, side, bytes],
    );
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    return false;
  }
}
