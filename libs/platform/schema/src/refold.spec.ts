import { randomUUID } from 'node:crypto';
import { fold, foldKey } from '@storewright/text';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { RefoldEmails1795706100000 } from './auth/refold-emails';
import { urlAs } from './roles';
import { RefoldTexts1795706100001 } from './shop/refold-texts';
import { passwords, type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

let database: ScratchDatabase;
let owner: DataSource;
beforeAll(async () => {
  database = await scratchDatabase();
  await database.migrate();
  owner = await new DataSource({
    type: 'postgres',
    url: urlAs(database.url, 'owner', passwords),
  }).initialize();
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

const query = async <T>(sql: string, values: unknown[] = []) =>
  (await database.client.query(sql, values)).rows as T[];

async function refold(): Promise<void> {
  const runner = owner.createQueryRunner();
  await new RefoldEmails1795706100000().up(runner);
  await new RefoldTexts1795706100001().up(runner);
  await runner.release();
}

/** Creates a shop whose rows have keys made by `toLowerCase`. */
async function aShop() {
  const shop_id = randomUUID();
  const insert = async (table: string, values: object) => {
    const id = randomUUID();
    const all = { shop_id, id, version: 1, created_at: new Date(), updated_at: new Date(), ...values };
    const places = Object.keys(all).map((_, at) => `$${at + 1}`);
    await query(
      `INSERT INTO shop.${table} (${Object.keys(all).join()}) VALUES (${places.join()})`,
      Object.values(all),
    );
    return id;
  };
  return {
    shop_id,
    customer: (email: string, first_name: string | null = null) =>
      insert('customers', {
        ...{ email, email_folded: email.toLowerCase(), first_name, accepts_marketing: false, tags: [] },
        ...{ status: 'active', orders_count: 0, total_spent_amount: 0 },
      }),
    code: (code: string) =>
      insert('codes', {
        ...{ code, code_folded: code.toLowerCase(), kind: 'discount', value_type: 'percentage', value: 10 },
        ...{ usage_count: 0, enabled: true },
      }),
    product: async (title: string, terms: string[]) => {
      const id = await insert('products', {
        title,
        handle: `h-${randomUUID()}`,
        status: 'draft',
        tags: [],
        description: '',
      });
      for (const term of terms)
        await query(`INSERT INTO shop.search_terms VALUES ($1, 'products', $2, 'title', $3)`, [
          shop_id,
          id,
          term,
        ]);
      return id;
    },
  };
}

const foldedOf = async (table: string, column: string, id: string) =>
  (await query<{ folded: string }>(`SELECT ${column} AS folded FROM ${table} WHERE id = $1`, [id]))[0]!
    .folded;

describe('RefoldTexts', () => {
  it('folds keys of emails and codes that toLowerCase made, and leaves keys of ASCII texts', async () => {
    const shop = await aShop();
    const customers = await Promise.all(
      ['Jörg@STRAẞE.example', 'O’Neil@example.com', 'a@b.c'].map((each) => shop.customer(each)),
    );
    const codes = await Promise.all(['ΟΔΟΣ', 'ﬁne‑10', 'PLAIN'].map(shop.code));
    await refold();
    expect(await Promise.all(customers.map((id) => foldedOf('shop.customers', 'email_folded', id)))).toEqual([
      'jorg@strasse.example',
      "o'neil@example.com",
      'a@b.c',
    ]);
    expect(await Promise.all(codes.map((id) => foldedOf('shop.codes', 'code_folded', id)))).toEqual([
      'οδοσ',
      'fine-10',
      'plain',
    ]);
  });

  it('keeps the key of a second customer whose email folds to the key of a first one', async () => {
    const shop = await aShop();
    const ids = [await shop.customer('strasse@example.com'), await shop.customer('Straße@example.com')];
    await refold();
    expect(await Promise.all(ids.map((id) => foldedOf('shop.customers', 'email_folded', id)))).toEqual([
      'strasse@example.com',
      'straße@example.com',
    ]);
  });

  it('replaces only the search terms that changed', async () => {
    const shop = await aShop();
    const id = await shop.product('Οδός d’été', ['οδος', 'd’ete', 'ete']);
    await refold();
    const terms = await query<{ term: string }>(
      'SELECT term FROM shop.search_terms WHERE resource_id = $1 ORDER BY 1',
      [id],
    );
    expect(terms.map(({ term }) => term)).toEqual(["d'ete", 'ete', 'οδοσ']);
  });

  it('folds the key of an order and keeps what the order remembers of a former customer', async () => {
    const shop = await aShop();
    const id = randomUUID();
    const digest = (email: string) =>
      query<{ digest: string }>(
        `SELECT left(translate(encode(sha256(convert_to($1::text, 'UTF8')), 'base64'), '+/', '-_'), 22) AS digest`,
        [[id, 'email', email].join('\n')],
      );
    const [before] = await digest('josé@example.com');
    await query(
      `INSERT INTO shop.orders (shop_id, id, number, currency_code, line_items, subtotal_amount, discount_amount, shipping_amount, tax_amount, total_amount, paid_amount,
         refunded_amount, email, email_folded, tags, status, payment_status, fulfillment_status, former_customers, created_at, updated_at)
       VALUES ($1, $2, 1001, 'EUR', '[{"quantity": 1, "price_amount": 0, "total_amount": 0}]', 0, 0, 0, 0, 0, 0, 0, 'José@example.com', 'josé@example.com', '{}', 'open', 'pending', 'unfulfilled', $3, now(), now())`,
      [shop.shop_id, id, JSON.stringify([{ customer: randomUUID(), values: [before!.digest] }])],
    );
    await refold();
    const [order] = await query<{ email_folded: string; former_customers: { values: string[] }[] }>(
      'SELECT email_folded, former_customers FROM shop.orders WHERE id = $1',
      [id],
    );
    expect(order!.email_folded).toBe('jose@example.com');
    expect(order!.former_customers[0]!.values).toEqual([(await digest('jose@example.com'))[0]!.digest]);
  });
});

describe('RefoldEmails', () => {
  it('folds the key by which a person signs in', async () => {
    const id = randomUUID();
    const email = 'Müller@example.com';
    await query(
      `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $3, 'A', 'none')`,
      [id, email, email.toLowerCase()],
    );
    await refold();
    expect(await foldedOf('auth.owners', 'email_key', id)).toBe('muller@example.com');
  });
});

describe('fold and Postgres', () => {
  // Unicode's full case folding, which the server has from the same tables as lower(): the other implementation of the same standard.
  const folded = `casefold(normalize(casefold(normalize(t, NFKD) COLLATE "pg_unicode_fast"), NFKD) COLLATE "pg_unicode_fast")`;

  it('agree on every character: what Postgres folds to one text has one key', async () => {
    const letters = [...Array(0x20000).keys()]
      .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => /\p{L}|\p{N}|\p{P}/u.test(letter));
    const rows = await query<{ t: string; folded: string }>(
      `SELECT t, ${folded} AS folded FROM unnest($1::text[]) t`,
      [letters],
    );
    const differing = rows.filter(({ t, folded }) => foldKey(t) !== foldKey(folded) && !isApostrophe(t));
    expect(differing.map(({ t }) => t.codePointAt(0)!.toString(16))).toEqual([]);
  });

  it('agree on any text', async () => {
    const texts = fc
      .sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), 2_000)
      .filter((each) => !each.includes('\0'));
    const rows = await query<{ t: string; folded: string }>(
      `SELECT t, ${folded} AS folded FROM unnest($1::text[]) t`,
      [texts],
    );
    expect(rows.filter(({ t, folded }) => fold(t) !== fold(folded) && !isApostrophe(t))).toEqual([]);
  });

  /** Decomposition makes a space and an accent of an acute accent that stands alone; people type it for an apostrophe. */
  const isApostrophe = (text: string) => text.includes('´');
});
