import { useQuery } from '@tanstack/react-query';
import { authDocument } from '../api/auth-api';
import type { Document, Resource } from '../api/documents';

/**
 * Maximum numbers of shops and test shops that a user can create. If a limit is 0, only the operator creates shops of
 * that kind.
 */
export interface Limits {
  shops: number;
  test_shops: number;
}

type WithLimits = Document<Resource, { limits: Limits }>;

/** Returns the user's limits. Returns undefined while the limits are loading. */
export function useLimits(): Limits | undefined {
  const limits = useQuery({
    queryKey: ['limits'],
    queryFn: async ({ signal }) =>
      (await authDocument<WithLimits>('/api/owners/current', { signal })).meta!.limits,
    staleTime: 300_000,
  });
  return limits.data;
}
