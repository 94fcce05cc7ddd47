import { fold } from '@storewright/text';
import type { Resource } from './types';

/** An index entry of a row: a word or a tag of one column. */
export interface SearchTerm {
  field: string;
  term: string;
}

/** Maximum length of a term. Longer words are truncated. */
const MAX_TERM_LENGTH = 64;
/** Maximum length of the part of a column that is searched. It limits the terms of a long note. */
const MAX_SEARCHED_LENGTH = 1_000;
/** Maximum number of words in a search, because each word needs a lookup. */
const MAX_WORDS = 8;

const cut = (word: string) =>
  word.length <= MAX_TERM_LENGTH ? word : [...word].slice(0, MAX_TERM_LENGTH).join('');

/** Matches text that consists only of plain words and spaces. */
const lettersAlone = /^[a-z0-9 ]*$/;

/**
 * Returns the words of a text for the index. The text is cut at MAX_SEARCHED_LENGTH and split at spaces, and
 * again at other separators. A word that is a prefix of another word is omitted (`t` of `t-shirt`), because
 * the longer word covers it.
 */
export function wordsOf(text: string): string[] {
  const folded = fold(text.slice(0, MAX_SEARCHED_LENGTH));
  const words = folded.split(/\s+/u);
  if (!lettersAlone.test(folded)) words.push(...folded.split(/[^\p{L}\p{M}\p{N}]+/u));
  // In sorted order, a prefix directly precedes a word that it covers. This also removes duplicates and empty
  // words.
  const ordered = words.map(cut).sort();
  return ordered.filter((word, at) => !ordered[at + 1]?.startsWith(word) && word !== '');
}

/**
 * Returns the words to search for, as sent. Returns an empty list if the text has no words, and undefined if
 * it has too many.
 */
export function searchedWords(text: string): string[] | undefined {
  const words = [...new Set(text.split(/\s+/u))].filter((word) => fold(word) !== '');
  return words.length > MAX_WORDS ? undefined : words;
}

/** Normalizes a search word as `wordsOf` does. */
export const searchedWord = (word: string) => cut(fold(word));

/** Index entry of a tag. Its first character prevents matches with words. */
export const tagTerm = (tag: string) => `\u0001${tag}`;

type Searched = Pick<Resource, 'search' | 'filterable'>;

const known = new WeakMap<Searched, readonly string[]>();

/** Returns the columns whose values have index entries. */
export function searchedColumns(resource: Searched): readonly string[] {
  let columns = known.get(resource);
  if (!columns) {
    const { search, filterable } = resource;
    const tags = Object.keys(filterable).filter((name) => filterable[name] === 'tags');
    known.set(resource, (columns = [...(search?.words ?? []), ...tags]));
  }
  return columns;
}

/** Returns the distinct index entries for the columns in `values`. */
export function termsOf(resource: Resource, values: Readonly<Record<string, unknown>>): SearchTerm[] {
  return searchedColumns(resource).flatMap((field) => {
    const value = values[field];
    if (Array.isArray(value))
      return [...new Set(value as string[])].map((tag) => ({ field, term: tagTerm(tag) }));
    return typeof value === 'string' ? wordsOf(value).map((term) => ({ field, term })) : [];
  });
}
