import { useQuery } from '@tanstack/react-query';
import { authPage } from '../api/auth-api';
import { useTexts } from '../texts/texts';
import { translated } from './scope-words';
import type { Sentence } from './scopes';

/**
 * Loads scopes or event types with sentences in the panel's language. `course` is the order of the actions of a
 * resource.
 */
export function useSentences<S extends Sentence>(path: string, course: readonly string[]) {
  const t = useTexts();
  return useQuery({
    queryKey: ['sentences', path],
    queryFn: async ({ signal }) => {
      const { data } = await authPage<S>(path, { query: { 'page[size]': 100 }, signal });
      return inOrder(data, course).map((each) => translated(t, each));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function inOrder<S extends Sentence>(sentences: S[], course: readonly string[]): S[] {
  const place = ({ id }: S): number => course.indexOf(id.split('.')[1] ?? '');
  return sentences.sort(
    (a, b) => a.attributes.resource.localeCompare(b.attributes.resource) || place(a) - place(b),
  );
}
