/**
 * Adds up the results of all `npm test -- --shard n/m` in a folder (default: dist/shards) and prints the
 * summary of the whole run. Exits with 0 only if no shard is missing and all tests passed. Works without
 * installed packages.
 *
 * Usage: node tools/workspace/add-shards.mjs [<folder>]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines, sumOf } from './results.mjs';

const folder = process.argv[2] ?? 'dist/shards';
const files = readdirSync(folder).filter((file) => /^\d+-of-\d+\.json$/.test(file));
const counts = new Set(files.map((file) => Number(/of-(\d+)/.exec(file)[1])));
if (counts.size !== 1)
  throw new Error(`${folder} contains ${files.length ? 'parts of several runs' : 'no part'}`);

const [count] = counts;
const missing = Array.from({ length: count }, (_, at) => `${at + 1}-of-${count}.json`).filter(
  (file) => !files.includes(file),
);
for (const file of missing) process.stdout.write(`${file} is missing\n`);

const sum = sumOf(files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))));
process.stdout.write(`${lastLines(sum).join('\n')}\n`);
process.exitCode = sum.green && missing.length === 0 ? 0 : 1;
