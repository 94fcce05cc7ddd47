import type { ControllerSample, RequestContext } from '@storewright/conformance';
import { newId } from '@storewright/database';
import { imports } from './imports.resource';

const csv = { 'content-type': 'text/csv' };

export const importsSample: ControllerSample = {
  resource: imports,
  routes: [
    'GET /api/imports',
    'POST /api/imports/products',
    'POST /api/imports/inventory',
    'GET /api/imports/:id',
    'PATCH /api/imports/:id',
    'GET /api/imports/:id/rows',
    'GET /api/imports/:id/errors',
  ],
  moreScopes: {
    'POST /api/imports/products': ['products.post', 'products.patch', 'variants.post', 'variants.patch'],
    'POST /api/imports/inventory': ['variants.patch'],
  },
  request: async ({ method, path }, context) => {
    if (path === '/api/imports/products') return { method, path, body: 'title\nMug', headers: csv };
    if (path === '/api/imports/inventory') return { method, path, body: 'sku,quantity\nA,1', headers: csv };
    if (path === '/api/imports') return { method, path };
    const id = await anImport(context);
    const about = { method, path: path.replace(':id', id) };
    if (method !== 'PATCH') return about;
    return { ...about, body: { data: { type: 'imports', id, attributes: { state: 'cancelled' } } } };
  },
};

/** Stores a sample CSV import that the background job does not process. */
export async function anImport({ database, tenant: { shop } }: RequestContext): Promise<string> {
  const id = newId();
  await database.query(
    `INSERT INTO shop.imports (shop_id, id, kind, state, columns, delimiter, row_count, checked_count, done_count,
      failed_count, position, created_at, updated_at)
    VALUES ($1, $2, 'products', 'checked', '[{"header": "title", "name": "title"}]', ',', 1, 1, 0, 0, 2, now(), now())`,
    [shop.id, id],
  );
  await database.query(
    `INSERT INTO shop.import_rows (shop_id, id, import_id, number, cells, handle)
    VALUES ($1, $2, $3, 2, '["Mug"]', 'mug')`,
    [shop.id, newId(), id],
  );
  return id;
}
