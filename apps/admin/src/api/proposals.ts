import type { Document, Page, Resource } from './documents';
import { shopDocument, shopPage } from './shop-api';
import type { Authored } from './store';

export type ProposalStatus = 'pending' | 'approved' | 'declined' | 'expired' | 'failed';
export type FailureReason =
  | 'version_conflict'
  | 'insufficient_scope'
  | 'app_suspended'
  | 'app_uninstalled'
  | 'data_erased'
  | 'write_rejected';

/** A write of an app that needs the approval of a shop member (docs/shop-api.md). */
export type Proposal = Resource<
  Authored & {
    installation_id: string;
    status: ProposalStatus;
    resource_type: string | null;
    resource_id: string | null;
    failure_reason: FailureReason | null;
    expires_at: string;
    decided_at: string | null;
    decided_by_name: string | null;
  },
  { created_at: string }
>;

export type ProposalChange = Resource<{
  action: 'create' | 'update' | 'delete';
  resource_type: string;
  resource_id: string | null;
  resource_name: string | null;
  attribute: string | null;
  before: unknown;
  after: unknown;
}>;

export const proposalsKey = (shopId: string) => ['proposals', shopId] as const;

export async function findProposal(shopId: string, id: string, signal: AbortSignal): Promise<Proposal> {
  const path = `/api/proposals/${encodeURIComponent(id)}`;
  return (await shopDocument<Document<Proposal>>(shopId, path, { signal })).data;
}

export function readChanges(shopId: string, id: string, signal: AbortSignal): Promise<Page<ProposalChange>> {
  const path = `/api/proposals/${encodeURIComponent(id)}/changes?page[size]=100`;
  return shopPage<ProposalChange>(shopId, path, { signal });
}

/** Approves or declines a proposal. The status is `failed` if the API could not apply the approved write. */
export async function decide(shopId: string, id: string, status: 'approved' | 'declined'): Promise<Proposal> {
  const data = { type: 'proposals', id, attributes: { status } };
  const path = `/api/proposals/${id}`;
  return (await shopDocument<Document<Proposal>>(shopId, path, { method: 'PATCH', data })).data;
}
