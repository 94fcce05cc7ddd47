import { CustomerReads } from '@storewright/access';
import { aTenant, anApi, eventsOf, type Tenant, type TestApi } from '@storewright/api-testing';
import { CatalogModule, Inventory } from '@storewright/catalog';
import {
  Attribute,
  belongsTo,
  defineResource,
  type EntityResource,
  Text,
  Uuid,
  VersionedRow,
} from '@storewright/entities';
import { IsOmittable, IsText } from '@storewright/json-api';
import { ResourcesModule } from '@storewright/resources';
import { anAccessToken, HttpClient } from '@storewright/testing';
import { Entity } from 'typeorm';
import { SalesModule } from '../sales.module';

/*
 * A resource of another library with personal data of customers. The resource has the name of a type whose
 * scopes exist but which this API does not serve, and a table of its own.
 */
class ReviewInput {
  @IsOmittable()
  @IsText(1, 255)
  text?: string;
  @IsOmittable()
  @IsText(1, 255)
  product?: string;
}

@Entity({ schema: 'shop', name: 'spec_reviews' })
class Review extends VersionedRow {
  @Attribute('Text of the review.')
  @Text({ nullable: true })
  text: string | null;

  @Attribute('Reviewed product.')
  @Text({ nullable: true })
  product: string | null;

  @Uuid({ nullable: true })
  customer_id: string | null;
}

const reviews = defineResource(Review, {
  ...{ type: 'meta', description: 'A review.', path: '/api/meta', create: ReviewInput, update: ReviewInput },
  relationships: { customer: belongsTo('customers', 'customer_id', { writable: ['create', 'update'] }) },
  personal: { customer: { text: null } },
});

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await anApi([
    SalesModule.forRoot({ imports: [CatalogModule], inventory: Inventory }),
    ResourcesModule.forFeature([reviews as EntityResource]),
  ]);
  await api.database.query(`
    CREATE TABLE shop.spec_reviews (
      shop_id uuid NOT NULL, id uuid NOT NULL, text text, product text, customer_id uuid,
      version integer NOT NULL DEFAULT 1, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
      PRIMARY KEY (shop_id, id), FOREIGN KEY (shop_id, customer_id) REFERENCES shop.customers (shop_id, id));
    ALTER TABLE shop.spec_reviews ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    CREATE POLICY of_shop ON shop.spec_reviews USING (shop_id = (SELECT shop.current_shop()));
    GRANT SELECT, INSERT, UPDATE, DELETE ON shop.spec_reviews TO storewright_shop;`);
  tenant = await aTenant(api);
});
afterAll(() => api.close());

it('archive and redaction of a customer include objects of another resource that refers to customers', async () => {
  const { http, shop } = tenant;
  const customer = await http.post('/api/customers', {
    data: { type: 'customers', attributes: { email: 'anna@example.com' } },
  });
  const { id } = customer.body.data;
  const review = async (text: string, related: object) =>
    (
      await http.post('/api/meta', {
        data: { type: 'meta', attributes: { text, product: 'Mug' }, relationships: related },
      })
    ).body.data.id as string;
  const own = await review('Anna likes it.', { customer: { data: { type: 'customers', id } } });
  const other = await review('Nobody wrote this.', {});

  const plain = new HttpClient(api.port, `${shop.domain}.localhost`, tenant.token);
  const headers = { accept: 'application/x-ndjson' };
  const archive = (await plain.get(`/api/customers/${id}/archive`, { headers })).text;
  expect(archive).toContain('Anna likes it.');
  expect(archive).not.toContain('Nobody wrote this.');

  const redacted = await http.patch(`/api/customers/${id}`, {
    data: { type: 'customers', id, attributes: { status: 'redacted' } },
  });
  expect(redacted.status).toBe(200);

  const attributesOf = async (each: string) => (await http.get(`/api/meta/${each}`)).body.data.attributes;
  expect(await attributesOf(own)).toEqual({ text: null, product: 'Mug' });
  expect(await attributesOf(other)).toEqual({ text: 'Nobody wrote this.', product: 'Mug' });
  expect((await eventsOf(api.database, shop)).map(({ type }) => type)).toContain('meta.updated');
  const [request] = await api.database.query<{ rules: Record<string, object> }>(
    'SELECT rules FROM shop.redactions WHERE resource_id = $1',
    [id],
  );
  expect(request!.rules['meta']).toEqual({ ids: [own], relationship: 'customer', clear: { text: null } });
});

it('CustomerReads counts the customers in a response by token and type, including included objects', async () => {
  const { http, shop } = await aTenant(api);
  const aCustomer = async (email: string) =>
    (await http.post('/api/customers', { data: { type: 'customers', attributes: { email } } })).body.data
      .id as string;
  const ids = [await aCustomer('bea@example.com'), await aCustomer('cem@example.com')];
  const reviewOf = (id: string) => ({
    data: { type: 'meta', relationships: { customer: { data: { type: 'customers', id } } } },
  });
  const review = (await http.post('/api/meta', reviewOf(ids[0]!))).body.data.id as string;
  const reader = http.as(await anAccessToken(api.database, shop, ['meta.get', 'customers.get']));
  expect((await reader.get(`/api/meta/${review}?include=customer`)).status).toBe(200);
  const search = http.as(await anAccessToken(api.database, shop, ['customers.collection']));
  expect((await search.get('/api/search?filter[q]=bea')).body.data).toHaveLength(1);
  const writer = http.as(await anAccessToken(api.database, shop, ['meta.post', 'customers.get']));
  expect((await writer.post('/api/meta', reviewOf(ids[1]!))).status).toBe(201);
  await api.application.get(CustomerReads).flush();
  const rows = await api.database.query<{ type: string; customers: string[] }>(
    `SELECT type, array_agg(id::text ORDER BY id) AS customers FROM auth.customer_days, unnest(customer_ids) AS id
     WHERE shop_id = $1 GROUP BY credential_id, type ORDER BY type, cardinality(array_agg(id)), credential_id`,
    [shop.id],
  );
  const [first] = ids;
  expect(rows).toEqual([
    ...[[first], [first], ids].map((customers) => ({ type: 'customers', customers })),
    ...[[first], [first]].map((customers) => ({ type: 'meta', customers })),
  ]);
});
