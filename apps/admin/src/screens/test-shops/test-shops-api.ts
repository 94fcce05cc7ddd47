import { useQueryClient } from '@tanstack/react-query';
import { askAuth, authDocument } from '../../api/auth-api';
import type { Resource } from '../../api/documents';

export type TestShop = Resource<{
  domain: string;
  name: string;
  base_url: string;
  status: 'preparing' | 'ready' | 'resetting' | 'removing';
  requested_at: string;
  created_at: string;
}>;

const path = '/api/test_shops';
export const listPath = `${path}?sort=-id&page[total]=true`;
export const testShopsKey = ['test_shops'] as const;

export function useTestShopsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: testShopsKey });
    await queries.invalidateQueries({ queryKey: ['shops'] });
  };
}

export async function createTestShop(attributes: { name: string; domain: string }): Promise<void> {
  await authDocument(path, { method: 'POST', data: { type: 'test_shops', attributes } });
}

export async function resetTestShop(id: string): Promise<void> {
  await authDocument(`${path}/${id}/resets`, { method: 'POST' });
}

export async function removeTestShop(id: string): Promise<void> {
  await askAuth(`${path}/${id}`, { method: 'DELETE' });
}
