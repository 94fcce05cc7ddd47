/** Spellings of the resource's name in code, files and sentences. */
export interface Names {
  /** `gift_cards`: name of the JSON:API type, the table and the scopes. */
  type: string;
  /** `gift-cards`: name of files and folders. */
  file: string;
  /** `gift-card`: name of the entity's file. */
  entity: string;
  /** `giftCards`: name of the declaration. */
  plural: string;
  /** `giftCard`: start of names of variables with one object. */
  singular: string;
  /** `GiftCards`, `GiftCard`: parts of class names. */
  Plural: string;
  Singular: string;
  /** `gift cards`, `a gift card`, `Gift card`: words in sentences. */
  many: string;
  one: string;
  One: string;
}

const snakeCase = /^[a-z]{2,}(?:_[a-z]+)*$/;
/**
 * Names that a resource cannot have: reserved words of JavaScript that look like a plural, and names that the
 * file of the entity uses.
 */
const unnameable = new Set(['arguments', 'attributes', 'entities', 'objects', 'strings', 'this', 'words']);

/**
 * Derives all spellings. Throws if `type` is not a plural in snake_case, or if `given` is not a singular in
 * snake_case.
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
 * Derives a singular: `categories` → `category`, `boxes` → `box`, `addresses` → `address`, `notes` → `note`.
 */
function singularOf(plural: string): string {
  return plural
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');
}

const camelCase = (word: string) => word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
