import { useQuery, useQueryClient } from '@tanstack/react-query';
import { askAuth, authDocument, authPage } from '../../../api/auth-api';
import type { ListingTexts } from '../../../api/directory';
import type { Document, Resource } from '../../../api/documents';
import { appsKey } from '../own-app';

export type Listing = Resource<
  ListingTexts & {
    screenshots: string[];
    status: 'unlisted' | 'listed' | 'hidden';
    hidden_reasons: string | null;
    listed_version: number | null;
    review_status: 'submitted' | 'approved' | 'rejected' | 'withdrawn' | null;
    review_reasons: string | null;
    is_changed: boolean;
    /** Attributes that a review requires and the draft lacks. */
    missing: string[];
  }
>;

export interface KnownListing {
  listing: Listing;
  etag: string;
}

type ListingDocument = Document<Listing>;

const listingKey = (appId: string) => [...appsKey, appId, 'listing'] as const;
const pathOf = (appId: string) => `/api/app_listings/${appId}`;
const versionsPath = (appId: string) => `/api/apps/${appId}/listing_versions`;

export const screenshotUrl = (appId: string, digest: string): string =>
  `/api/apps/${appId}/listing_images/${digest}`;

export function useListing(appId: string) {
  return useQuery({
    queryKey: listingKey(appId),
    queryFn: async ({ signal }): Promise<KnownListing> => {
      const { document, headers } = await askAuth<ListingDocument>(pathOf(appId), { signal });
      return { listing: document.data, etag: headers.get('etag') ?? '' };
    },
  });
}

export function useListingChanged(appId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: listingKey(appId) });
}

/** Updates the draft of a listing with the loaded ETag. Throws a 412 problem if the draft has a newer version. */
export async function changeListing(
  { listing: { id }, etag }: KnownListing,
  attributes: Partial<ListingTexts> & { screenshots?: string[] },
): Promise<void> {
  const data = { type: 'app_listings', id, attributes };
  await authDocument(pathOf(id), { method: 'PATCH', data, headers: { 'if-match': etag } });
}

export async function addScreenshot(appId: string, file: File): Promise<void> {
  await authDocument(`/api/apps/${appId}/listing_images`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': file.type },
  });
}

export async function submitListing(appId: string): Promise<void> {
  await authDocument(versionsPath(appId), { method: 'POST' });
}

/** Withdraws the listing version that is waiting for review. */
export async function withdrawListing(appId: string): Promise<void> {
  const page = await authPage<Resource>(`${versionsPath(appId)}?filter[status]=submitted`);
  for (const { id } of page.data) await authDocument(`${versionsPath(appId)}/${id}`, { method: 'DELETE' });
}

/** Domain of a developer, with the token that proves control of the domain. */
export type DeveloperDomain = Resource<{
  domain: string;
  status: 'pending' | 'verified' | 'lost';
  problem: 'absent' | 'unreachable' | null;
  record_name: string;
  record_value: string;
  file_url: string;
}>;

const domainsPath = '/api/developer_domains';
const domainKey = ['developer-domain'] as const;

/** Loads the developer's domain. Returns null for a developer without a domain. */
export function useDomain() {
  return useQuery({
    queryKey: domainKey,
    queryFn: async ({ signal }) => (await authPage<DeveloperDomain>(domainsPath, { signal })).data[0] ?? null,
  });
}

export function useDomainChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: domainKey });
}

export async function addDomain(domain: string): Promise<void> {
  const data = { type: 'developer_domains', attributes: { domain } };
  await authDocument(domainsPath, { method: 'POST', data });
}

export async function checkDomain(id: string): Promise<DeveloperDomain> {
  const path = `${domainsPath}/${id}/checks`;
  return (await authDocument<Document<DeveloperDomain>>(path, { method: 'POST' })).data;
}

export async function removeDomain(id: string): Promise<void> {
  await authDocument<undefined>(`${domainsPath}/${id}`, { method: 'DELETE' });
}
