import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import type { Client } from 'pg';
import { Random } from '../random';
import { segmentSize } from '../../search/segments';
import { entryTokens } from '../../search/token';
import { labData, labId } from './lab-objects';

/**
 * Assigns a search index segment to each metadata object of the benchmark. The sizes of segments are random,
 * as in production.
 */
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

/**
 * Fills a shop with metadata objects and search index entries by COPY from two files. Returns the number of
 * search index entries.
 */
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
