import { entryTokens } from '@storewright/meta';
import { hour, timestamp } from './calendar';
import type { Order, DemoRow } from './orders';
import type { Product } from './products';
import type { Random } from './random';

export interface Noted {
  row: DemoRow;
  entries: DemoRow[];
}

const latest = 240;
const packers = ['Ilse', 'Kofi', 'Mara', 'Yusuf'];
const labels = ['fragile', 'gift', 'check address', 'call before delivery', 'wholesale'];
const origins = ['PT', 'DE', 'IT', 'ET', 'GT', 'CZ', 'JP'];

/** Creates sample metadata of apps, such as an ERP number, a label, or the packer of a parcel. */
export function notedOn(random: Random, products: readonly Product[], orders: readonly Order[], end: number) {
  const noted: Noted[] = [];
  const note = (type: string, { id, updated_at }: { id: string; updated_at: string }, data: object) => {
    const at = Math.min(Date.parse(updated_at) + random.whole(1, 24) * hour, end - 1);
    noted.push(notedAt(random, at, { resource_type: type, resource_id: id, data }));
  };
  for (const [at, { row }] of products.entries())
    note('products', row as typeof row & { updated_at: string }, {
      erp_id: `ART-${10_020 + 7 * at}`,
      ...{ weight_grams: random.whole(4, 180) * 10, origin: random.pick(origins) },
    });
  for (const { row } of orders.slice(-latest)) {
    if (row.status !== 'cancelled')
      note('orders', row, { erp_id: `SO-${400_000 + Number(row['number'])}`, warehouse: 'Leipzig' });
    if (random.chance(0.2)) note('orders', row, { label: random.pick(labels), priority: random.whole(1, 5) });
    if (row.fulfillment_status === 'fulfilled' && random.chance(0.3))
      note('orders', row, { packed_by: random.pick(packers), parcels: random.whole(1, 2) });
  }
  return noted;
}

function notedAt(random: Random, at: number, { data, ...resource }: { data: object } & DemoRow): Noted {
  const id = random.idAt(at);
  const times = { created_at: timestamp(at), updated_at: timestamp(at) };
  const tokens = entryTokens(data as Record<string, unknown>);
  return {
    row: { id, ...resource, data, version: 1, ...times, segment: 1 },
    entries: tokens.map((token) => ({ segment: 1, tok: `\\x${token.toString('hex')}`, meta_id: id })),
  };
}
