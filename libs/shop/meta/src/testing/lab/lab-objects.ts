import type { Random } from '../random';

/**
 * Returns the benchmark data of the `i`th metadata object by id, in a shop with `size` objects. Keys and
 * values resemble those of real shops, and some values increase with the id.
 */
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

/**
 * Returns a UUIDv7. The timestamps of consecutive ids differ by some seconds, as in a shop that is several
 * years old.
 */
export function labId(random: Random, i: number): string {
  const time = (firstTime + i * 30_000).toString(16).padStart(12, '0');
  const tail = Array.from({ length: 18 }, () => Math.floor(random.next() * 16).toString(16)).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}`;
}
