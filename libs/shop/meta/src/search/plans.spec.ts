import { directUrl, testDatabase, type TestDatabase } from '@storewright/testing';
import { Client } from 'pg';
import { labShapes, type Shape } from '../testing/lab/shapes';
import { labData, labId } from '../testing/lab/lab-objects';
import type { SearchStatement } from './sql';
import { type MetaPlace, searchStatement, totalStatement } from './statement';
import { Random } from '../testing/random';
import { asShop, insertObjects } from '../testing/shop-data';

const shop = '33333333-3333-4333-8333-333333333333';
const neighbours = ['11111111-1111-4111-8111-111111111111', '44444444-4444-4444-8444-444444444444'];
const size = 24_000;
const segmentSize = 1_000;

/**
 * Maximum number of rows and entries that a page may read: the head (100), the entries of some segments, and
 * the page. Far below the 24,000 rows and 185,000 entries of the shop.
 */
const usualBound = 4_000;
/**
 * Searches that read more (docs/adr/meta-search.md): large sets with few common members, and a sort of a
 * large set whose head has too few matches.
 */
const knownBounds: Record<string, number> = {
  'two that exclude each other': 2 * 0.3 * size + 1_000,
  'three, 0.1 % left': 3 * 0.1 * size + 1_000,
  'by type: newest 10 %': 1_000 + 2 * 0.1 * size + 1_000,
};

let database: TestDatabase;
let client: Client;
let last: string[];

beforeAll(async () => {
  database = await testDatabase();
  const random = new Random(7);
  const objects = Array.from({ length: size }, (_, i) => ({
    id: labId(random, i),
    resource_type: ['orders', 'orders', 'orders', 'codes', 'products'][i % 5]!,
    resource_id: String(Math.floor(i / 3)),
    data: labData(random, i, size),
  }));
  for (const neighbour of neighbours)
    await insertObjects(database, neighbour, objects.slice(0, 2_000), { segmentSize });
  // Adds segments of thousands of shops, because no plan would need the index of a table that fits on one
  // page.
  await database.query(
    'INSERT INTO shop.meta_segments SELECT gen_random_uuid(), 2, gen_random_uuid() FROM generate_series(1, 3000)',
  );
  await insertObjects(database, shop, objects, { segmentSize });
  const middle = objects[size / 2]!;
  last = [middle.resource_type, middle.id];
  client = new Client({
    connectionString: directUrl(database, 'shop'),
    options: '-c plan_cache_mode=force_generic_plan',
  });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** Returns the table accesses in the plan of a prepared statement, with the rows that each access read. */
async function scans(statement: SearchStatement): Promise<Node[]> {
  return (await plan(statement)).filter((node) => node['Relation Name'] !== undefined);
}

async function plan({ text, values, joins }: SearchStatement): Promise<Node[]> {
  const literals = values.map((value) =>
    Buffer.isBuffer(value) ? `'\\x${value.toString('hex')}'` : client.escapeLiteral(String(value)),
  );
  await client.query(`PREPARE asked AS ${text}`);
  const execute = literals.length > 0 ? `asked(${literals.join(', ')})` : 'asked';
  const { rows } = await asShop(client, shop, {
    text: `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${execute}`,
    values: [],
    ...(joins && { joins }),
  });
  await client.query('DEALLOCATE asked');
  const [{ Plan }] = rows[0]!['QUERY PLAN'] as [{ Plan: Node }];
  return everyNode(Plan);
}

const everyNode = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(everyNode)];
const rowsRead = (node: Node) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
const total = (nodes: Node[]) => Math.round(nodes.reduce((sum, node) => sum + rowsRead(node), 0));

/** Expects index scans that read only rows of the shop. */
function expectIndexed(nodes: Node[]) {
  for (const node of nodes) {
    expect(node['Node Type']).toMatch(/^Index( Only)? Scan$/);
    expect(node['Index Cond']).toContain('shop_id');
  }
}

const shapes = labShapes(size);
const orderOf = ({ order = [{ column: 'id', descending: false }] }: Shape) => order;
const places: [string, (shape: Shape) => Omit<MetaPlace, 'limit'>][] = [
  ['the first page', (shape) => ({ order: orderOf(shape) })],
  ['a page in the middle', (shape) => ({ order: orderOf(shape), after: last.slice(-orderOf(shape).length) })],
  ['the page before it', (shape) => ({ order: orderOf(shape), before: last.slice(-orderOf(shape).length) })],
  ['the last page', (shape) => ({ order: orderOf(shape), before: [] })],
];

describe.each(places)('query plan of a search for %s', (_, place) => {
  it.each(shapes.map((shape) => [shape.name, shape] as const))(
    'reads a small part of an index: %s',
    async (name, shape) => {
      const { conditions, resource_type, resource_id } = shape;
      const question = {
        shop_id: shop,
        conditions,
        ...(resource_type && { resource_type }),
        ...(resource_id && { resource_id }),
      };
      const nodes = await scans(searchStatement({ ...question, ...place(shape), limit: 26 }));
      expectIndexed(nodes);
      expect(total(nodes)).toBeLessThanOrEqual(knownBounds[name] ?? usualBound);
    },
  );
});

const narrowing = shapes.filter(({ conditions }) => conditions.length > 0);
it.each(narrowing.map((shape) => [shape.name, shape] as const))(
  'totalStatement counts the matches in an index: %s',
  async (_, shape) => {
    const { conditions, resource_type, resource_id } = shape;
    const question = {
      shop_id: shop,
      conditions,
      ...(resource_type && { resource_type }),
      ...(resource_id && { resource_id }),
    };
    expectIndexed(await scans(totalStatement(question)));
  },
);

it('a search for several values merges index scans in id order for any table statistics', async () => {
  const conditions = [
    { key: 'sale', value: true },
    { key: 'fragile', value: true },
    { key: 'bulky', value: true },
  ];
  const question = searchStatement({
    shop_id: shop,
    conditions,
    order: [{ column: 'id', descending: false }],
    limit: 26,
  });
  try {
    for (const distinct of [-1, 1, 0]) {
      await database.query(`ALTER TABLE shop.meta_entries ALTER COLUMN tok SET (n_distinct = ${distinct})`);
      await database.query('ANALYZE shop.meta_entries');
      const nodes = await plan(question);
      expect(nodes.filter((node) => node['Node Type'] === 'Merge Join')).toHaveLength(2);
      expect(nodes.filter((node) => node['Node Type'] === 'Hash Join')).toEqual([]);
      expect(total(nodes.filter((node) => node['Relation Name'] !== undefined))).toBeLessThan(0.4 * size);
    }
  } finally {
    await database.query('ALTER TABLE shop.meta_entries ALTER COLUMN tok RESET (n_distinct)');
    await database.query('ANALYZE shop.meta_entries');
  }
});
