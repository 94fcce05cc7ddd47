import { useQuery } from '@tanstack/react-query';
import { authPage } from '../api/auth-api';
import { useTexts } from '../texts/texts';
import { translated } from './scope-words';
import type { Sentence } from './scopes';

/** Every type of event that an app may be told of, with its sentence; asked for once. `ScopeList` and `EventPicker` show them. */
export function useEventTypes() {
  const t = useTexts();
  return useQuery({
    queryKey: ['event-types'],
    queryFn: async ({ signal }) => {
      const query = { 'page[size]': 100 };
      const { data } = await authPage<Sentence>('/api/event_types', { query, signal });
      return inOrder(data).map((type) => translated(t, type));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** As things happen; the list of the service is by name. */
const course = ['created', 'updated', 'scopes_changed', 'deleted', 'uninstalled'];

function inOrder(types: Sentence[]): Sentence[] {
  const order = ({ id }: Sentence): number => course.indexOf(id.split('.')[1] ?? '');
  return types.sort(
    (a, b) => a.attributes.resource.localeCompare(b.attributes.resource) || order(a) - order(b),
  );
}
