import { isTextId, type Texts } from '../texts/catalogue';
import type { Sentence } from './scopes';

/** The name of a resource for people; the resource's own where the catalogue has none. */
export function resourceName(t: Texts, resource: string): string {
  const id = `scopes.resource.${resource}`;
  return isTextId(id) ? t(id) : resource.charAt(0).toUpperCase() + resource.slice(1).replaceAll('_', ' ');
}

/** The sentence in the language of the person; that of the API where the catalogue has none: a newer service, or a resource of a team. */
export function translated<S extends Sentence>(t: Texts, sentence: S): S {
  const id = `sentence.${sentence.id}`;
  if (!isTextId(id)) return sentence;
  return { ...sentence, attributes: { ...sentence.attributes, sentence: t(id) } };
}
