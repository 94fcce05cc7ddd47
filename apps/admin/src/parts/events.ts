import { useQuery } from '@tanstack/react-query';
import { authPage } from '../api/auth-api';
import type { Sentence } from './scopes';

/** Every type of event that an app may be told of, with its sentence; asked for once. `ScopeList` and `ScopePicker` show them. */
export function useEventTypes() {
  return useQuery({
    queryKey: ['event-types'],
    queryFn: async ({ signal }) =>
      (await authPage<Sentence>('/api/event_types', { query: { 'page[size]': 100 }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
