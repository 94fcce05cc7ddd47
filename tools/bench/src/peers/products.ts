import { randomUUID } from 'node:crypto';
import { mediaType } from '@storewright/json-api';
import type { Request } from 'autocannon';
import type { Client } from 'pg';
import type { BenchShop } from '../people';

export class Products {
  private spare: string[] = [];

  private constructor(
    private readonly client: Client,
    private readonly shop: BenchShop,
    private readonly ids: readonly string[],
  ) {}

  /**
   * Copies the products of the shop into a table with the same indexes for json-api-nestjs. Creates the
   * database role of json-api-nestjs.
   */
  static async copy(client: Client, shop: BenchShop): Promise<Products> {
    await client.query(schema);
    await client.query(
      `INSERT INTO peer.products (${columns}) SELECT ${columns} FROM shop.products WHERE shop_id = '${shop.id}'`,
    );
    await client.query('VACUUM ANALYZE peer.products');
    const some = 'SELECT id FROM peer.products ORDER BY id LIMIT 2000';
    const { rows } = await client.query<{ id: string }>(some);
    return new Products(
      client,
      shop,
      rows.map(({ id }) => id),
    );
  }

  any(): string {
    return this.ids[Math.floor(Math.random() * this.ids.length)]!;
  }

  /** Creates `count` products on both servers, so that a measurement can delete them. */
  async makeSpare(count: number): Promise<void> {
    const { rows } = await this.client.query<{ id: string }>(
      `WITH made AS (INSERT INTO peer.products (title, handle) SELECT 'Spare',
        'spare-' || uuidv7() FROM generate_series(1, $1::integer) RETURNING ${columns}),
         copied AS (INSERT INTO shop.products (shop_id, tags, version, ${columns}) SELECT $2, '{}', 1,
           ${columns} FROM made)
       SELECT id FROM made`,
      [count, this.shop.id],
    );
    this.spare = rows.map(({ id }) => id);
  }

  /** Returns a function that returns each deletable product once. */
  spareIterator(): () => string {
    const ids = this.spare[Symbol.iterator]();
    return () => {
      const { value, done } = ids.next();
      if (done) throw new Error('the turn deleted all spare products');
      return value;
    };
  }
}

const columns = 'id, title, handle, description, status, published_at, created_at, updated_at';

const schema = `CREATE SCHEMA peer;
  CREATE TABLE peer.products (id uuid PRIMARY KEY DEFAULT uuidv7(), title text COLLATE "C" NOT NULL,
    handle text COLLATE "C" NOT NULL UNIQUE, description text NOT NULL DEFAULT '',
    status text COLLATE "C" NOT NULL DEFAULT 'draft', published_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON peer.products (title, id);
  CREATE INDEX ON peer.products (status, id);
  CREATE INDEX ON peer.products (updated_at, id);
  CREATE ROLE bench_peer LOGIN PASSWORD 'peer';
  GRANT USAGE ON SCHEMA peer TO bench_peer;
  GRANT SELECT, INSERT, UPDATE, DELETE ON peer.products TO bench_peer;`;

export interface PeerCase {
  name: string;
  /** Number of products that a measurement can delete per second. */
  spare?: number;
  ours(products: Products): Request;
  peer(products: Products): Request;
}

const document = (id: string | undefined, attributes: object) =>
  JSON.stringify({ data: { type: 'products', ...(id && { id }), attributes } });

function each(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  contentType: string,
  make: () => { path: string; body?: string },
): Request {
  const headers = method === 'GET' || method === 'DELETE' ? {} : { 'content-type': contentType };
  return { method, headers, setupRequest: (request) => ({ ...request, ...make() }) };
}

const ours = (method: Parameters<typeof each>[0], make: Parameters<typeof each>[2]) =>
  each(method, mediaType, () => {
    const { path, ...rest } = make();
    return { path: `/api${path}`, ...rest };
  });
const peers = (method: Parameters<typeof each>[0], make: Parameters<typeof each>[2]) =>
  each(method, 'application/json', make);

const title = () => `Product ${randomUUID()}`;
const list = 'page%5Bsize%5D=25';

export const productCases: readonly PeerCase[] = [
  {
    name: 'GET a product',
    ours: (products) => ours('GET', () => ({ path: `/products/${products.any()}` })),
    peer: (products) => peers('GET', () => ({ path: `/products/${products.any()}` })),
  },
  {
    name: 'list of 25',
    ours: () => ours('GET', () => ({ path: `/products?${list}` })),
    peer: () => peers('GET', () => ({ path: `/products?${list}&page%5Bnumber%5D=1` })),
  },
  {
    name: 'list of 25, with its total',
    ours: () => ours('GET', () => ({ path: `/products?${list}&page%5Btotal%5D=true` })),
    peer: () => peers('GET', () => ({ path: `/products?${list}&page%5Bnumber%5D=1` })),
  },
  {
    name: 'list of 25, filtered and sorted',
    ours: () => ours('GET', () => ({ path: `/products?${list}&filter%5Bstatus%5D=active&sort=-title` })),
    peer: () =>
      peers('GET', () => ({
        path: `/products?${list}&page%5Bnumber%5D=1&filter%5Bstatus%5D%5Beq%5D=active&sort=-title`,
      })),
  },
  {
    name: 'POST a product',
    ours: () => ours('POST', () => ({ path: '/products', body: document(undefined, { title: title() }) })),
    peer: () =>
      peers('POST', () => {
        const handle = randomUUID();
        const attributes = { title: `Product ${handle}`, handle, description: '', status: 'draft' };
        return { path: '/products', body: document(undefined, attributes) };
      }),
  },
  {
    name: 'PATCH a product',
    ours: (products) => ours('PATCH', () => patchOf(products.any())),
    peer: (products) => peers('PATCH', () => patchOf(products.any())),
  },
  {
    name: 'DELETE a product',
    spare: 12_000,
    ours: (products) => {
      const next = products.spareIterator();
      return ours('DELETE', () => ({ path: `/products/${next()}` }));
    },
    peer: (products) => {
      const next = products.spareIterator();
      return peers('DELETE', () => ({ path: `/products/${next()}` }));
    },
  },
];

function patchOf(id: string) {
  return { path: `/products/${id}`, body: document(id, { title: title() }) };
}
