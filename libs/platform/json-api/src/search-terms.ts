import { fold } from '@storewright/text';
import type { Resource } from './types';

export interface SearchTerm {
  field: string;
  term: string;
}

/** Maximum length of a search term in characters. Longer words are truncated. */
const MAX_TERM_LENGTH = 64;
/**
 * Number of UTF-16 units at the start of a column value that are indexed. It limits the search terms of a
 * long note.
 */
const MAX_SEARCHED_LENGTH = 1_000;
/** Maximum number of words in a search. Each word needs an index lookup. */
const MAX_WORDS = 8;

const cut = (word: string) =>
  word.length <= MAX_TERM_LENGTH ? word : [...word].slice(0, MAX_TERM_LENGTH).join('');

const lettersAlone = /^[a-z0-9 ]*$/;

/**
 * Returns the normalized words of a text for the search index. Uses the first MAX_SEARCHED_LENGTH characters,
 * and splits them at spaces and again at punctuation, so that `t-shirt` results in `t-shirt` and `shirt`. Omits a
 * word that is a prefix of another word, such as `t`, because a search for the prefix finds the longer word.
 */
export function wordsOf(text: string): string[] {
  const folded = fold(text.slice(0, MAX_SEARCHED_LENGTH));
  const words = folded.split(/\s+/u);
  if (!lettersAlone.test(folded)) words.push(...folded.split(/[^\p{L}\p{M}\p{N}]+/u));
  // In sorted order, a prefix directly precedes a word that begins with it, so each word is compared with the
  // next one. Also removes duplicates and empty words.
  const ordered = words.map(cut).sort();
  return ordered.filter((word, at) => !ordered[at + 1]?.startsWith(word) && word !== '');
}

/**
 * Splits search input into distinct words, which are not normalized. Returns undefined if the input contains
 * more than MAX_WORDS words.
 */
export function searchedWords(text: string): string[] | undefined {
  const words = [...new Set(text.split(/\s+/u))].filter((word) => fold(word) !== '');
  return words.length > MAX_WORDS ? undefined : words;
}

/** Normalizes a search word. Must do so as `wordsOf` does, because the result is compared with indexed words. */
export const searchedWord = (word: string) => cut(fold(word));

/** Returns the search term of a tag. The first character U+0001 distinguishes tags from words. */
export const tagTerm = (tag: string) => `\u0001${tag}`;

type Searched = Pick<Resource, 'search' | 'filterable'>;

const known = new WeakMap<Searched, readonly string[]>();

/**
 * Returns the columns of a resource that the search index contains: the columns in its search declaration and
 * its tags.
 */
export function searchedColumns(resource: Searched): readonly string[] {
  let columns = known.get(resource);
  if (!columns) {
    const { search, filterable } = resource;
    const tags = Object.keys(filterable).filter((name) => filterable[name] === 'tags');
    known.set(resource, (columns = [...(search?.words ?? []), ...tags]));
  }
  return columns;
}

export function termsOf(resource: Resource, values: Readonly<Record<string, unknown>>): SearchTerm[] {
  return searchedColumns(resource).flatMap((field) => {
    const value = values[field];
    if (Array.isArray(value))
      return [...new Set(value as string[])].map((tag) => ({ field, term: tagTerm(tag) }));
    return typeof value === 'string' ? wordsOf(value).map((term) => ({ field, term })) : [];
  });
}
