import { useQuery } from '@tanstack/react-query';
import { authDocument } from '../api/auth-api';
import type { Document, Resource } from '../api/documents';

/** How many of each the operator lets a person have; 0: the operator alone makes them. */
export interface Limits {
  shops: number;
  test_shops: number;
}

type WithLimits = Document<Resource, { limits: Limits }>;

/** Undefined until they are known. */
export function useLimits(): Limits | undefined {
  const limits = useQuery({
    queryKey: ['limits'],
    queryFn: async ({ signal }) =>
      (await authDocument<WithLimits>('/api/owners/current', { signal })).meta!.limits,
    staleTime: 300_000,
  });
  return limits.data;
}
