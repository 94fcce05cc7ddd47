/** Spellings of a resource's name in code, file names and sentences. */
export interface Names {
  /** Name of the JSON:API type, the table and the scopes, such as `gift_cards`. */
  type: string;
  /** Name of files and folders, such as `gift-cards`. */
  file: string;
  /** Name of the entity file, such as `gift-card`. */
  entity: string;
  /** Name of the resource declaration, such as `giftCards`. */
  plural: string;
  singular: string;
  /** Parts of class names, such as `GiftCards` and `GiftCard`. */
  Plural: string;
  Singular: string;
  /** Phrases in sentences, such as `gift cards`, `a gift card` and `Gift card`. */
  many: string;
  one: string;
  One: string;
}

const snakeCase = /^[a-z]{2,}(?:_[a-z]+)*$/;
/**
 * Invalid names of resources: JavaScript keywords that look like plurals, and names that the entity file
 * imports.
 */
const unnameable = new Set(['arguments', 'attributes', 'entities', 'objects', 'strings', 'this', 'words']);

/**
 * Derives all spellings of a resource's name from its type. Throws if `type` is not a plural in snake case,
 * or if `given` is not the singular of `type` in snake case.
 */
export function namesOf(type: string, given?: string): Names {
  if (!snakeCase.test(type) || type.length > 40 || !isPlural(type) || unnameable.has(type))
    throw new Error(
      `"${type}" must be a plural of lower-case words joined by _, such as gift_cards, with at most 40 characters.`,
    );
  const single = given ?? singularOf(type);
  if (!snakeCase.test(single) || single === type)
    throw new Error(`"${single}" is not the singular of ${type}. Use --singular=<a lower-case word>.`);
  const one = single.replaceAll('_', ' ');
  return {
    type,
    file: type.replaceAll('_', '-'),
    entity: single.replaceAll('_', '-'),
    plural: camelCase(type),
    singular: camelCase(single),
    Plural: capital(camelCase(type)),
    Singular: capital(camelCase(single)),
    many: type.replaceAll('_', ' '),
    one: `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`,
    One: capital(one),
  };
}

const isPlural = (word: string) => /[^s]s$/.test(word);

/**
 * Returns the singular of a word, such as `category` for `categories`, `box` for `boxes` or `note` for
 * `notes`.
 */
function singularOf(plural: string): string {
  return plural
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');
}

const camelCase = (word: string) => word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
