import { request as send } from 'node:http';
import {
  anApi,
  anImageFile,
  aProduct,
  aTenant,
  aVariant,
  changed,
  eventsOf,
  identifier,
  made,
  newVariant,
  type Tenant,
  type TestApi,
  whileRowsAreHeld,
} from '@storewright/api-testing';
import { ImageStorageModule } from '@storewright/images';
import { aPng, HttpClient, SignedBucketServer, until } from '@storewright/testing';
import { CatalogModule } from '../catalog.module';
import { ImageCleanup } from '../image-files/image-cleanup';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await anApi([CatalogModule]);
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const upload = (body: Buffer | string, type = 'image/png') =>
  tenant.http.post('/api/image_files', body, { headers: { 'content-type': type } });
const newImage = (product: string, attributes: object) => ({
  data: { type: 'product_images', attributes, relationships: { product: identifier('products', product) } },
});
const anImage = async (product: string, attributes: object = {}) =>
  made(
    tenant.http,
    'product_images',
    newImage(product, { file_id: await anImageFile(tenant.http), ...attributes }),
  );
type Sizes = { url: string; width: number; height: number }[];
/** Loads an image as a browser does, without a token. */
const load = (url: string, headers: Record<string, string> = {}, { domain } = tenant.shop) =>
  new HttpClient(api.port, `${domain}.localhost`).get(url, {
    headers: { accept: 'image/avif,image/webp,*/*;q=0.8', ...headers },
  });
const count = async (table: string) => {
  const text = `SELECT count(*)::integer AS rows FROM shop.${table} WHERE shop_id = $1`;
  const [row] = await api.database.query<{ rows: number }>(text, [tenant.shop.id]);
  return row!.rows;
};

describe('POST /api/image_files', () => {
  it('stores the image in several sizes that browsers can load without a token and cache forever', async () => {
    const { status, body } = await upload(aPng(800, 400));
    const sizes = body.data.attributes.sizes as Sizes;
    expect([status, sizes.map(({ width, height }) => [width, height])]).toEqual([
      201,
      [
        [160, 80],
        [640, 320],
        [800, 400],
      ],
    ]);
    for (const { url } of sizes) {
      const { headers, text } = await load(url);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      expect(text.slice(8, 12)).toBe('WEBP');
      const cached = await load(url, { 'if-none-match': headers['etag']! });
      expect(cached.status).toBe(304);
    }
    const { shop } = await aTenant(api);
    expect((await load(sizes[0]!.url, {}, shop)).status).toBe(404);
  });

  it('returns 422 for an SVG image with a script, even if declared as PNG, and for a truncated image', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    expect((await upload(svg, 'image/svg+xml')).status).toBe(415);
    const declared = await upload(svg);
    expect([declared.status, declared.body.errors[0].meta]).toEqual([422, { reason: 'format' }]);
    const half = await upload(aPng(200).subarray(0, 150));
    expect([half.status, half.body.errors[0].meta]).toEqual([422, { reason: 'damaged' }]);
  });

  it('returns 413 for a Content-Length of 100 MB before the client sends the body', async () => {
    const { status, sent } = await stream({ 'content-length': String(100 * 1024 * 1024) }, 0);
    expect([status, sent]).toEqual([413, 0]);
  });

  it('returns 413 for a body without Content-Length and stops reading shortly after the size limit', async () => {
    const { status, sent } = await stream({}, 100 * 1024 * 1024);
    expect(status).toBe(413);
    expect(sent).toBeLessThan(30 * 1024 * 1024);
  });
});

/** Sends a body in pieces until the response arrives or the connection closes. */
function stream(headers: Record<string, string>, bytes: number): Promise<{ status: number; sent: number }> {
  const [host, authorization] = [`${tenant.shop.domain}.localhost`, `Bearer ${tenant.token}`];
  return new Promise((resolve, reject) => {
    let sent = 0;
    let status: number | undefined;
    const request = send({
      ...{ port: api.port, method: 'POST', path: '/api/image_files' },
      headers: { host, authorization, 'content-type': 'image/png', ...headers },
    });
    const piece = Buffer.alloc(64 * 1024);
    const write = () => {
      if (status !== undefined || sent >= bytes) return;
      sent += piece.length;
      request.write(piece, () => setImmediate(write));
    };
    request.on('response', (response) => {
      status = response.statusCode!;
      response.resume();
      resolve({ status, sent });
    });
    request.on('error', (error) => (status === undefined ? reject(error) : undefined));
    request.flushHeaders();
    write();
  });
}

describe('POST /api/product_images', () => {
  it('adds uploaded images to a product at their positions, with events, and returns them with include', async () => {
    const product = await aProduct(tenant.http);
    const first = await anImage(product.id, { alt_text: 'Front' });
    const second = await anImage(product.id);
    const { attributes } = second.response.body.data;
    expect(attributes).toMatchObject({ alt_text: '', position: 2, width: 2, height: 2 });
    const { body } = await tenant.http.get(`${product.path}?include=images`);
    expect(body.included.map((each: { id: string }) => each.id)).toEqual([first.id, second.id]);
    const event = (await eventsOf(api.database, tenant.shop)).at(-1)!;
    expect([event.type, JSON.parse(event.resource).attributes]).toEqual([
      'product_images.created',
      attributes,
    ]);
    const moved = await tenant.http.patch(
      second.path,
      changed('product_images', second.id, { position: 1, alt_text: 'Back' }),
    );
    expect(moved.body.data.attributes).toMatchObject({ position: 1, alt_text: 'Back' });
  });

  it('returns 422 for an image file that is missing, of another shop, or already in use', async () => {
    const product = await aProduct(tenant.http);
    const used = await anImage(product.id);
    const stranger = await aTenant(api);
    const files = [
      used.response.body.data.attributes.file_id as string,
      await anImageFile(stranger.http),
      '00000000-0000-4000-8000-000000000000',
    ];
    for (const file_id of files) {
      const { status, body } = await tenant.http.post(
        '/api/product_images',
        newImage(product.id, { file_id }),
      );
      expect([status, body.errors[0].source]).toEqual([422, { pointer: '/data/attributes/file_id' }]);
    }
  });

  it('accepts only one of several concurrent requests for the same image file', async () => {
    const product = await aProduct(tenant.http);
    const document = newImage(product.id, { file_id: await anImageFile(tenant.http) });
    const sent = [1, 2, 3].map(() => tenant.http.post('/api/product_images', document));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
  });
});

describe('image of a variant', () => {
  const withImage = (image: string) => ({ image: identifier('product_images', image) });

  it("must be an image of the variant's product, can be included, and becomes null after a deletion", async () => {
    const [product, other] = [await aProduct(tenant.http), await aProduct(tenant.http)];
    const [image, foreign] = [await anImage(product.id), await anImage(other.id)];
    const { data } = newVariant(product.id) as { data: { relationships: object } };
    const create = (id: string) =>
      tenant.http.post('/api/variants', {
        data: { ...data, relationships: { ...data.relationships, ...withImage(id) } },
      });
    const { body, status } = await create(image.id);
    expect([status, body.data.relationships.image.data]).toEqual([
      201,
      { type: 'product_images', id: image.id },
    ]);
    const path = `/api/variants/${body.data.id}`;
    const change = (id: string) =>
      tenant.http.patch(
        path,
        changed('variants', body.data.id as string, {}, { relationships: withImage(id) }),
      );
    const linkage = `${path}/relationships/image`;
    for (const [answer, pointer] of [
      [await create(foreign.id), '/data/relationships/image/data'],
      [await change(foreign.id), '/data/relationships/image/data'],
      [await tenant.http.patch(linkage, identifier('product_images', foreign.id)), '/data'],
    ] as const)
      expect([answer.status, answer.body.errors]).toMatchObject([
        ...[422, [{ code: 'invalid_relationship', source: { pointer } }]],
      ]);
    const listed = await tenant.http.get(`/api/variants?filter[product]=${product.id}&include=image`);
    expect(listed.body.included.map(({ id }: { id: string }) => id)).toEqual([image.id]);
    expect((await tenant.http.delete(image.path)).status).toBe(204);
    expect((await tenant.http.get(path)).body.data).toMatchObject({
      relationships: { image: { data: null } },
      meta: { version: 2 },
    });
  });

  describe('while another request deletes the image', () => {
    const lockOf = (id: string) => ({
      text: 'SELECT FROM shop.variants WHERE id = $1 FOR NO KEY UPDATE',
      values: [id],
    });
    const lockIsAwaited = (count: number) =>
      until(`${count} requests wait for locks`, async () => {
        const text = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
        return (await api.database.query(text)).length === count;
      });
    const imageOf = async (path: string) =>
      (await tenant.http.get(path)).body.data.relationships.image.data as unknown;

    it('is null after the DELETE if a PATCH has locked the image before the DELETE', async () => {
      const product = await aProduct(tenant.http);
      const image = await anImage(product.id);
      const variant = await aVariant(tenant.http, product.id);
      const document = changed('variants', variant.id, {}, { relationships: withImage(image.id) });
      const [patched, deleted] = await whileRowsAreHeld(api.database, lockOf(variant.id), async () => {
        const patching = tenant.http.patch(variant.path, document);
        await lockIsAwaited(1);
        const deleting = tenant.http.delete(image.path);
        await lockIsAwaited(2);
        return [patching, deleting];
      });
      expect([(await patched!).status, (await deleted!).status]).toEqual([200, 204]);
      expect(await imageOf(variant.path)).toBeNull();
    });

    it('causes a 404 for a PATCH or POST with the image if the DELETE has locked the image first', async () => {
      const product = await aProduct(tenant.http);
      const image = await anImage(product.id);
      const [first, second] = [
        await aVariant(tenant.http, product.id),
        await aVariant(tenant.http, product.id),
      ];
      const link = (variant: { id: string; path: string }) =>
        tenant.http.patch(
          variant.path,
          changed('variants', variant.id, {}, { relationships: withImage(image.id) }),
        );
      expect((await link(first)).status).toBe(200);
      const { data } = newVariant(product.id) as { data: { relationships: object } };
      const created = { ...data, relationships: { ...data.relationships, ...withImage(image.id) } };
      const sent = await whileRowsAreHeld(api.database, lockOf(first.id), async () => {
        const deleting = tenant.http.delete(image.path);
        await lockIsAwaited(1);
        const writes = [link(second), tenant.http.post('/api/variants', { data: created })];
        await lockIsAwaited(3);
        return [deleting, ...writes];
      });
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([204, 404, 404]);
      expect([await imageOf(first.path), await imageOf(second.path)]).toEqual([null, null]);
    });
  });

  it('is deleted together with the product', async () => {
    const product = await aProduct(tenant.http);
    const image = await anImage(product.id);
    const variant = await aVariant(tenant.http, product.id);
    const document = changed('variants', variant.id, {}, { relationships: withImage(image.id) });
    expect((await tenant.http.patch(variant.path, document)).status).toBe(200);
    expect((await tenant.http.delete(product.path)).status).toBe(204);
    expect((await tenant.http.get(variant.path)).status).toBe(404);
  });
});

describe('limit of 100 images per product', () => {
  it('rejects a 101st image with 403 limit_reached, even if two requests add the last image concurrently', async () => {
    const product = await aProduct(tenant.http);
    await anImage(product.id);
    await api.database.query(
      `WITH files AS (INSERT INTO shop.image_files SELECT f.shop_id, gen_random_uuid(), 'used', 2, 2, '[]', now()
         FROM shop.product_images i JOIN shop.image_files f ON f.shop_id = i.shop_id AND f.id = i.file_id,
           generate_series(1, 98) WHERE i.product_id = $1 RETURNING *)
       INSERT INTO shop.product_images (shop_id, id, product_id, file_id, alt_text, position, width, height, sizes,
         created_at, updated_at) SELECT shop_id, gen_random_uuid(), $1, id, '', 1, 2, 2, '[]', now(), now() FROM files`,
      [product.id],
    );
    const files = [await anImageFile(tenant.http), await anImageFile(tenant.http)];
    const answers = await Promise.all(
      files.map((file_id) => tenant.http.post('/api/product_images', newImage(product.id, { file_id }))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403]);
    const refused = answers.find(({ status }) => status === 403)!;
    expect(refused.body.errors[0]).toMatchObject({ code: 'limit_reached', meta: { limit: 100 } });
  });
});

describe('uploaded image file', () => {
  const run = () => api.application.get(ImageCleanup, { strict: false }).run();

  it('is deleted and no longer served after a deletion of the product image or the product', async () => {
    await run();
    const product = await aProduct(tenant.http);
    const images = [await anImage(product.id), await anImage(product.id)];
    const urls = images.map(({ response }) => (response.body.data.attributes.sizes as Sizes)[0]!.url);
    const statuses = () => Promise.all(urls.map(async (url) => (await load(url)).status));
    const before = await count('image_contents');
    await tenant.http.delete(images[0]!.path);
    expect(await statuses()).toEqual([404, 200]);
    await tenant.http.delete(product.path);
    expect(await statuses()).toEqual([404, 404]);
    const events = await eventsOf(api.database, tenant.shop);
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['product_images.deleted', 'products.deleted']);
    await run();
    expect(await count('image_contents')).toBe(before - 2);
  });

  it('is deleted if no product image uses the file for a day', async () => {
    const [unused, kept] = [await anImageFile(tenant.http), await anImageFile(tenant.http)];
    const text = `UPDATE shop.image_files SET created_at = now() - interval '25 hours' WHERE id = $1`;
    await api.database.query(text, [unused]);
    await run();
    const statuses = [unused, kept].map(
      async (id) => (await tenant.http.get(`/api/image_files/${id}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 200]);
  });
});

describe('API with IMAGE_STORE=s3://…', () => {
  it('stores images in the bucket until the images are deleted, and returns 503 while the bucket is down', async () => {
    const key = { id: 'AKIDEXAMPLE', secret: 'secret' };
    const bucket = await SignedBucketServer.start(key);
    const environment = {
      IMAGE_STORE: `s3://shop-images?endpoint=${bucket.origin}`,
      ...{ IMAGE_STORE_KEY_ID: key.id, IMAGE_STORE_SECRET: key.secret },
    };
    const stored = await anApi(
      (settings) => [ImageStorageModule.forRoot(settings.imageStore), CatalogModule],
      {
        environment,
      },
    );
    const { http, shop } = stored;
    const file_id = await anImageFile(http);
    const path = `/shop-images/${shop.id}/${file_id}/160.webp`;
    expect([...bucket.objects.keys()]).toEqual([path]);
    const product = await aProduct(http);
    const image = await made(http, 'product_images', newImage(product.id, { file_id }));
    const [{ url }] = image.response.body.data.attributes.sizes as [{ url: string }];
    const browser = new HttpClient(stored.port, `${shop.domain}.localhost`);
    const loaded = () => browser.get(url, { headers: { accept: 'image/webp' } });
    expect((await loaded()).headers['content-type']).toBe('image/webp');
    bucket.failsWith = 500;
    expect((await loaded()).status).toBe(503);
    bucket.failsWith = undefined;
    // A content that was stored before the bucket was configured is still in Postgres.
    const { bytes } = bucket.objects.get(path)!;
    bucket.objects.delete(path);
    await stored.database.query(
      'INSERT INTO shop.image_contents (shop_id, file_id, side, bytes) VALUES ($1, $2, 160, $3)',
      [shop.id, file_id, bytes],
    );
    expect((await loaded()).headers['content-length']).toBe(String(bytes.length));
    await http.delete(image.path);
    expect((await loaded()).status).toBe(404);
    await stored.application.get(ImageCleanup, { strict: false }).run();
    expect([...bucket.objects.keys()]).toEqual([]);
    await stored.close();
    await bucket.stop();
  });
});
