import { askAuth, authDocument, authPage } from './auth-api';
import type { Document, Resource } from './documents';

export type SavedView = Resource<{
  name: string;
  list: string;
  query: string;
  is_shared: boolean;
  is_own: boolean;
}>;

const pathOf = (shopId: string): string => `/api/shops/${shopId}/saved_views`;

export const savedViewsKey = (shopId: string, list: string) => ['saved_views', shopId, list] as const;

const MAX_VIEWS = 100;

/** Loads the saved views of a list, oldest first. Includes the shared views of other members. */
export async function readSavedViews(
  shopId: string,
  list: string,
  signal: AbortSignal,
): Promise<SavedView[]> {
  const query = { 'filter[list]': list, 'page[size]': MAX_VIEWS };
  return (await authPage<SavedView>(pathOf(shopId), { query, signal })).data;
}

export async function saveView(
  shopId: string,
  attributes: Pick<SavedView['attributes'], 'name' | 'list' | 'query' | 'is_shared'>,
): Promise<SavedView> {
  const data = { type: 'saved_views', attributes };
  return (await authDocument<Document<SavedView>>(pathOf(shopId), { method: 'POST', data })).data;
}

export async function changeView(
  shopId: string,
  { id }: SavedView,
  attributes: Partial<Pick<SavedView['attributes'], 'name' | 'query' | 'is_shared'>>,
): Promise<void> {
  const data = { type: 'saved_views', id, attributes };
  await askAuth(`${pathOf(shopId)}/${id}`, { method: 'PATCH', data });
}

export async function deleteView(shopId: string, { id }: SavedView): Promise<void> {
  await askAuth(`${pathOf(shopId)}/${id}`, { method: 'DELETE' });
}
