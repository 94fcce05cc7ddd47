import { handleOf } from '@storewright/text';
import { day, timestamp } from './calendar';
import { digital, discontinued, editions, forSale, type Goods, planned } from './goods';
import type { Random } from './random';

export const currency_code = 'EUR';

/** Rows of the demo catalog, with the time range in milliseconds in which customers bought each product. */
export interface Catalogue {
  products: Product[];
  variants: Variant[];
}

export interface Product {
  row: { id: string; title: string; tags: string[] } & Record<string, unknown>;
  soldFrom: number;
  soldUntil: number;
  /** True if the product must be shipped. */
  sent: boolean;
}

export interface Variant {
  row: {
    id: string;
    product_id: string;
    title: string;
    sku: string | null;
    price_amount: number;
    currency_code: string;
    inventory_quantity: number | null;
    inventory_policy: string;
    version: number;
    updated_at: string;
  } & Record<string, unknown>;
  product: Product;
}

type Status = 'draft' | 'active' | 'archived';

/**
 * Creates the demo catalog. Most products have existed since the shop opened at `from`. `end` is the current
 * time.
 */
export function catalogue(random: Random, from: number, end: number): Catalogue {
  const products: Product[] = [];
  const variants: Variant[] = [];
  const add = (goods: readonly Goods[], status: Status, sent = true) => {
    for (const each of goods) {
      const made = productOf(random, each, { status, sent, from, end });
      const number = 1001 + products.push(made);
      variants.push(...variantsOf(random, each, made, number));
    }
  };
  add(forSale, 'active');
  add(digital, 'active', false);
  add(discontinued, 'archived');
  add(planned, 'draft');
  return { products, variants };
}

interface Given {
  status: Status;
  sent: boolean;
  from: number;
  end: number;
}

function productOf(random: Random, [title, , , tags]: Goods, { status, sent, from, end }: Given): Product {
  const days = Math.floor((end - from) / day);
  // About a third of the demo products are newer than the demo shop.
  const opened = status === 'archived' || random.chance(0.67);
  const created =
    status === 'draft'
      ? end - random.whole(2, 20) * day
      : from - random.whole(1, 20) * day + (opened ? 0 : random.whole(30, days - 30) * day);
  const at = created + random.whole(8 * 3600, 17 * 3600) * 1000;
  const published = status === 'draft' ? Infinity : Math.max(at + day, opened ? from : 0);
  const withdrawn = status === 'archived' ? end - random.whole(60, 300) * day : Infinity;
  const updated = status === 'draft' ? at : withdrawn === Infinity ? published : withdrawn;
  const row = {
    id: random.idAt(at),
    ...{
      title,
      handle: handleOf(title),
      description: `Discover our ${title}, a favorite of our customers.`,
      status,
    },
    tags: tags.split(' '),
    published_at: published === Infinity ? null : timestamp(published),
    version: status === 'active' ? 2 : status === 'archived' ? 3 : 1,
    ...{ created_at: timestamp(at), updated_at: timestamp(updated) },
  };
  return { row, soldFrom: published, soldUntil: withdrawn, sent };
}

function variantsOf(random: Random, [title, edition, price]: Goods, product: Product, number: number) {
  const { created_at, tags } = product.row;
  const letters = title
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase();
  const made = Date.parse(String(created_at));
  const policy = random.chance(0.15) ? 'continue' : 'deny';
  const reduced = random.chance(0.1);
  return editions[edition].map(([name, share], at): Variant => {
    const created = made + (at + 1) * 60_000;
    const price_amount = Math.round((price * share) / 10) * 10;
    const row = {
      id: random.idAt(created),
      product_id: product.row.id,
      title: name || title,
      sku: tags.includes('course') ? null : `${letters}-${number}-${at + 1}`,
      ...{
        price_amount,
        compare_at_amount: reduced ? Math.round(price_amount / 80) * 100 : null,
        currency_code,
      },
      inventory_quantity: product.sent ? stockOf(random, policy) : null,
      ...{ inventory_policy: policy, position: at + 1, version: 1 },
      ...{ created_at: timestamp(created), updated_at: timestamp(created) },
    };
    return { row, product };
  });
}

/**
 * Returns the final stock of a demo variant. The stock is sometimes zero. It can be negative if customers can
 * order the variant when it is out of stock.
 */
function stockOf(random: Random, policy: string): number {
  if (random.chance(0.06)) return policy === 'continue' ? -random.whole(1, 8) : 0;
  return random.chance(0.15) ? random.whole(1, 5) : random.whole(6, 140);
}
