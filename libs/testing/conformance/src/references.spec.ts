import { aTenant, codesOf, identifier } from '@storewright/api-testing';
import {
  Attribute,
  belongsTo,
  belongsToMany,
  defineResource,
  type EntityResource,
  ShopRow,
  Text,
  Uuid,
  VersionedRow,
} from '@storewright/entities';
import { IsOmittable, IsText } from '@storewright/json-api';
import { ResourcesModule } from '@storewright/resources';
import { until } from '@storewright/testing';
import { Client } from 'pg';
import { Entity } from 'typeorm';
import { testReferences } from './references';
import type { Sample } from './sample';
import { Subject } from './subject';

/*
 * Resources that refer to `products` in every way that a relationship can declare. A type must have scopes,
 * so these resources use type names of the shop API, with their own tables.
 */

class TitleInput {
  @IsOmittable()
  @IsText(1, 255)
  title?: string;
}

class Titled extends VersionedRow {
  @Attribute('The title.')
  @Text({ nullable: true })
  title: string | null;
}

@Entity({ schema: 'shop', name: 'spec_parents' })
class Parent extends Titled {}

abstract class Child extends Titled {
  @Uuid({ nullable: true })
  parent_id: string | null;
}
@Entity({ schema: 'shop', name: 'spec_reviews' })
class Review extends Child {}
@Entity({ schema: 'shop', name: 'spec_pictures' })
class Picture extends Child {}
@Entity({ schema: 'shop', name: 'spec_notes' })
class Note extends Child {}
@Entity({ schema: 'shop', name: 'spec_bundles' })
class Bundle extends Titled {}
@Entity({ schema: 'shop', name: 'spec_bundle_parents' })
class BundleParent extends ShopRow {
  @Uuid({ primary: true })
  bundle_id: string;

  @Uuid({ primary: true })
  parent_id: string;
}

const same = { description: 'An object of this spec.', create: TitleInput, update: TitleInput };
const writable = { writable: ['create', 'update'] } as const;
const toParent = (onDelete?: 'delete' | 'detach') => ({
  parent: belongsTo('products', 'parent_id', { ...writable, ...(onDelete && { onDelete }) }),
});

const parents = defineResource(Parent, { ...same, type: 'products', path: '/api/products' });
const reviews = defineResource(Review, {
  ...{ ...same, type: 'orders', path: '/api/orders' },
  relationships: toParent(),
});
const pictures = defineResource(Picture, {
  ...{ ...same, type: 'variants', path: '/api/variants' },
  relationships: toParent('delete'),
});
const notes = defineResource(Note, {
  ...{ ...same, type: 'codes', path: '/api/codes' },
  relationships: toParent('detach'),
});
const bundles = defineResource(Bundle, {
  ...{ ...same, type: 'customers', path: '/api/customers' },
  relationships: {
    parents: belongsToMany(
      'products',
      BundleParent,
      { joinColumn: 'bundle_id', inverseJoinColumn: 'parent_id' },
      { ...writable, onDelete: 'refuse' },
    ),
  },
});
const resources = [parents, reviews, pictures, notes, bundles] as readonly EntityResource[];

const sampleOf = (resource: EntityResource): Sample => ({
  resource,
  document: () => ({ data: { type: resource.type, attributes: { title: 'One' } } }),
  change: (id, count) => ({ data: { type: resource.type, id, attributes: { title: `${count}` } } }),
  same: () => [],
});

const subject = new Subject({
  modules: [ResourcesModule.forFeature(resources, { tables: [BundleParent] })],
  samples: resources.map(sampleOf),
});
const tables = ['parents', 'reviews', 'pictures', 'notes', 'bundles'].map((name) => `shop.spec_${name}`);
const key = 'FOREIGN KEY (shop_id, parent_id) REFERENCES shop.spec_parents (shop_id, id)';

beforeAll(async () => {
  await subject.start();
  const { database } = subject.api;
  for (const table of tables)
    await database.query(`CREATE TABLE ${table} (
      shop_id uuid NOT NULL, id uuid NOT NULL, title text, version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, PRIMARY KEY (shop_id, id))`);
  for (const table of tables.slice(1, 4))
    await database.query(`ALTER TABLE ${table} ADD COLUMN parent_id uuid, ADD ${key}`);
  await database.query(`CREATE TABLE shop.spec_bundle_parents (
    shop_id uuid NOT NULL, bundle_id uuid NOT NULL, parent_id uuid NOT NULL,
    PRIMARY KEY (shop_id, bundle_id, parent_id), ${key},
    FOREIGN KEY (shop_id, bundle_id) REFERENCES shop.spec_bundles (shop_id, id) ON DELETE CASCADE)`);
  await database.query(`CREATE TABLE shop.spec_undeclared (shop_id uuid, parent_id uuid, ${key})`);
  for (const table of [...tables, 'shop.spec_bundle_parents'])
    await database.query(`
      ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY of_shop ON ${table} USING (shop_id = (SELECT shop.current_shop()));
      GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO storewright_shop;`);
});
afterAll(() => subject.api.close());

testReferences(subject);

const aParent = () => subject.anObject(subject.tenant.http, 'products');
const refersTo = ({ id }: { id: string }) => ({ parent: identifier('products', id) });

describe('DELETE of a referenced object', () => {
  it('returns 409 with an error for each resource type that refers to the object', async () => {
    const { http } = subject.tenant;
    const parent = await aParent();
    await subject.anObject(http, 'orders', refersTo(parent));
    const member = { data: [{ type: 'products', id: parent.id }] };
    await subject.anObject(http, 'customers', { parents: member });
    const { status, body } = await http.delete(parent.path);
    const errors = body.errors as { detail: string; meta: object }[];
    expect([status, errors.map(({ meta }) => meta)]).toEqual([
      409,
      [{ type: 'orders' }, { type: 'customers' }],
    ]);
    expect(errors[0]!.detail).toBe(
      'Objects of type "orders" refer to this object of type "products" by "parent". ' +
        'Delete those objects first or change their "parent".',
    );
  });

  it('returns 409 and changes no referring object if one of several references forbids the deletion', async () => {
    const { http } = subject.tenant;
    const parent = await aParent();
    const [picture] = [await subject.anObject(http, 'variants', refersTo(parent))];
    await subject.anObject(http, 'orders', refersTo(parent));
    expect((await http.delete(parent.path)).status).toBe(409);
    expect((await http.get(picture.path)).status).toBe(200);
  });

  it('returns 409 without a resource type if the table with the reference belongs to no resource', async () => {
    const parent = await aParent();
    const { shop, http } = subject.tenant;
    await subject.api.database.query('INSERT INTO shop.spec_undeclared VALUES ($1, $2)', [
      shop.id,
      parent.id,
    ]);
    const answer = await http.delete(parent.path);
    expect([answer.status, codesOf(answer), answer.body.errors[0].meta]).toEqual([
      409,
      ['still_referenced'],
      undefined,
    ]);
  });

  it('returns 409 if a concurrent transaction adds a reference and commits first', async () => {
    const parent = await aParent();
    const { shop, http } = subject.tenant;
    const { database } = subject.api;
    const client = new Client({ connectionString: database.administratorUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO shop.spec_reviews (shop_id, id, parent_id, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), $2, now(), now())`,
        [shop.id, parent.id],
      );
      const deleting = http.delete(parent.path);
      await until('the DELETE waits for the transaction', async () => {
        const waiting = await database.query(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        return waiting.length > 0;
      });
      await client.query('COMMIT');
      const { status, body } = await deleting;
      expect([status, body.errors[0].meta]).toEqual([409, { type: 'orders' }]);
    } finally {
      await client.end();
    }
  });

  it('returns 409 with only the type of the referring object for a token that cannot read this type', async () => {
    const parent = await aParent();
    const review = await subject.anObject(subject.tenant.http, 'orders', refersTo(parent));
    const { http } = await aTenant(subject.api, ['products.delete'], subject.tenant.shop);
    const { status, text } = await http.delete(parent.path);
    expect(status).toBe(409);
    expect(text).not.toContain(review.id);
  });
});
