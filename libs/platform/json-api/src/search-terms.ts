import { fold } from '@storewright/text';
import type { Resource } from './resource';

/** What `filter[q]` finds of a resource (docs/adr/search.md). */
export interface SearchDeclaration {
  /** Columns in which the beginning of each word is found. */
  words?: readonly string[];
  /** Columns that are found by their beginning, each from an index, and how what is sent is written for them. */
  prefixes?: Readonly<Record<string, ((text: string) => string) | undefined>>;
  /** Columns of whole numbers that are found as a whole, each from an index. */
  numbers?: readonly string[];
  /** To-one relationships: what is found of the object that they lead to is found here. */
  through?: readonly string[];
}

/** An entry by which a row is found: of one column, a word or a tag. */
export interface SearchTerm {
  field: string;
  term: string;
}

/** More than anybody types; longer words are found by so many characters. */
const MAX_TERM_LENGTH = 64;
/** Each is looked up by itself. */
const MAX_WORDS = 8;

const cut = (word: string) =>
  word.length <= MAX_TERM_LENGTH ? word : [...word].slice(0, MAX_TERM_LENGTH).join('');

/** Words with nothing else than spaces between them. */
const lettersAlone = /^[a-z0-9 ]*$/;

/**
 * The words of a text as they are found: between spaces, and what is between other signs as well. One that another one begins with (`t` of `t-shirt`) is left out:
 * whatever it begins with, the other does, too.
 */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const words = folded.split(/\s+/u);
  if (!lettersAlone.test(folded)) words.push(...folded.split(/[^\p{L}\p{M}\p{N}]+/u));
  // In this order the next one begins with it if any does; so does the same again, and each begins with ''.
  const ordered = words.map(cut).sort();
  return ordered.filter((word, at) => !ordered[at + 1]?.startsWith(word) && word !== '');
}

/** The words that are looked for, as they were sent. None: there is nothing to look for. undefined: they are too many. */
export function searchedWords(text: string): string[] | undefined {
  const words = [...new Set(text.split(/\s+/u))].filter((word) => fold(word) !== '');
  return words.length > MAX_WORDS ? undefined : words;
}

/** One of them as `wordsOf` writes it. */
export const searchedWord = (word: string) => cut(fold(word));

/** A tag among the words: nobody types a word that begins like it. */
export const tagTerm = (tag: string) => `\u0001${tag}`;

type Searched = Pick<Resource, 'search' | 'filterable'>;

const known = new WeakMap<Searched, readonly string[]>();

/** The columns that have entries. */
export function searchedColumns(resource: Searched): readonly string[] {
  let columns = known.get(resource);
  if (!columns) {
    const { search, filterable } = resource;
    const tags = Object.keys(filterable).filter((name) => filterable[name] === 'tags');
    known.set(resource, (columns = [...(search?.words ?? []), ...tags]));
  }
  return columns;
}

/** The entries of the columns that are in `values`, each once. */
export function termsOf(resource: Resource, values: Readonly<Record<string, unknown>>): SearchTerm[] {
  return searchedColumns(resource).flatMap((field) => {
    const value = values[field];
    if (Array.isArray(value))
      return [...new Set(value as string[])].map((tag) => ({ field, term: tagTerm(tag) }));
    return typeof value === 'string' ? wordsOf(value).map((term) => ({ field, term })) : [];
  });
}
