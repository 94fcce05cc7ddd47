import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import type { Client } from 'pg';
import { Random } from '../testing/random';
import { segmentSize } from '../segments';
import { entryTokens } from '../token';

/** One object of a shop of `size`, the `i`th by id: keys and values as real shops have them, some of them rising with the id. */
export function labData(random: Random, i: number, size: number): Record<string, unknown> {
  const side = random.next();
  return {
    sku: `sku-${((i * 2_654_435_761) % 4_294_967_296).toString(36)}`,
    colour: random.chance(0.26) ? 'red' : random.of(['green', 'blue', 'black']),
    price: Math.floor(random.next() * 100_000) / 100,
    currency: 'EUR',
    seen_at: 1_700_000_000_000 + i * 1_000,
    supplier: { name: `supplier ${Math.floor(random.next() * 50)}`, country: 'DE' },
    ...(random.chance(0.8) && { note: `note ${Math.floor(random.next() * 1_000)}` }),
    ...(random.chance(0.1) && { sale: true }),
    ...(random.chance(0.1) && { fragile: true }),
    ...(random.chance(0.1) && { bulky: true }),
    ...(side < 0.3 ? { left: 1 } : side < 0.6 && { right: 1 }),
    ...(i >= size * 0.99 && { campaign: 'spring' }),
  };
}

const firstTime = Date.UTC(2024, 0, 1);

/** Ids some seconds apart, as of a shop that lives for years. */
export function labId(random: Random, i: number): string {
  const time = (firstTime + i * 30_000).toString(16).padStart(12, '0');
  const tail = Array.from({ length: 18 }, () => Math.floor(random.next() * 16).toString(16)).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}`;
}

/** The segment of each object, and where each begins: of random sizes, as writers make them. */
export class LabSegments {
  segment = 1;
  readonly starts: string[] = [];
  constructor(private readonly random: Random) {}
  of(id: string): number {
    if (this.random.next() * segmentSize(this.segment) < 1) {
      this.segment += 1;
      this.starts.push(id);
    }
    return this.segment;
  }
}

/** Fills a shop through two files that the server copies. Returns its number of entries. */
export async function fillShop(
  administrator: Client,
  shop: string,
  size: number,
  folder: string,
): Promise<number> {
  const random = new Random(size);
  const segments = new LabSegments(new Random(size + 1));
  const [rows, entries] = [
    createWriteStream(`${folder}/meta.copy`),
    createWriteStream(`${folder}/entries.copy`),
  ];
  let count = 0;
  for (let i = 0; i < size; i += 1) {
    const [id, data] = [labId(random, i), labData(random, i, size)];
    const segment = segments.of(id);
    const text = JSON.stringify(data).replaceAll('\\', '\\\\');
    const type = ['orders', 'orders', 'orders', 'codes', 'products'][i % 5];
    const row = `${shop}\t${id}\t${type}\t${Math.floor(i / 3)}\t${text}\t1\t2026-01-01Z\t2026-01-01Z\t${segment}\n`;
    const tokens = entryTokens(data);
    count += tokens.length;
    const lines = tokens
      .map((token) => `${shop}\t${segment}\t\\\\x${token.toString('hex')}\t${id}\n`)
      .join('');
    if (!rows.write(row)) await once(rows, 'drain');
    if (!entries.write(lines)) await once(entries, 'drain');
  }
  for (const stream of [rows, entries]) await new Promise<void>((done) => stream.end(() => done()));
  await administrator.query(`COPY shop.meta FROM '${folder}/meta.copy'`);
  await administrator.query(`COPY shop.meta_entries FROM '${folder}/entries.copy'`);
  await administrator.query(
    'INSERT INTO shop.meta_segments SELECT $1, no + 1, id FROM unnest($2::uuid[]) WITH ORDINALITY AS t(id, no)',
    [shop, segments.starts],
  );
  return count;
}
