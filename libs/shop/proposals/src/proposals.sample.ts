import { randomUUID } from 'node:crypto';
import type { ControllerSample, RequestContext } from '@storewright/conformance';
import { newId } from '@storewright/database';
import { proposals } from './proposals.resource';

export const proposalsSample: ControllerSample = {
  resource: proposals,
  routes: [
    'GET /api/proposals',
    'GET /api/proposals/:id',
    'PATCH /api/proposals/:id',
    'GET /api/proposals/:id/changes',
  ],
  request: async ({ method, path }, context) => {
    if (!path.includes(':id')) return { method, path };
    const id = await aProposal(context);
    const about = { method, path: path.replace(':id', id) };
    if (method !== 'PATCH') return about;
    return { ...about, body: { data: { type: 'proposals', id, attributes: { status: 'declined' } } } };
  },
};

export async function aProposal({
  database,
  tenant: { shop },
  installation,
}: RequestContext): Promise<string> {
  const [id, product] = [newId(), randomUUID()];
  await database.query(
    `INSERT INTO shop.proposals (shop_id, id, installation_id, status, method, path, resource_type, resource_id,
      base_version, required_scopes, document, base_url, versions, expires_at, created_at, updated_at)
    VALUES ($1, $2, $3, 'pending', 'DELETE', $4, 'products', $5, 1, '{products.delete}', '{}', '', '[1]',
      now() + interval '1 day', now(), now())`,
    [shop.id, id, installation ?? randomUUID(), `/api/products/${product}`, product],
  );
  await database.query(
    `INSERT INTO shop.proposal_changes (shop_id, id, proposal_id, number, action, resource_type, resource_id,
      resource_name, attribute, before)
    VALUES ($1, $2, $3, 1, 'delete', 'products', $4, 'Mug', 'title', '"Mug"')`,
    [shop.id, newId(), id, product],
  );
  return id;
}
