import type { StoreObject } from '../../../api/store';
import type { Texts } from '../../../texts/texts';
import { kinds } from '../attributes';

/** What is sent of a row; undefined: it is so already. */
export type ChangeOf<R> = (row: R) => object | undefined;

/** One thing that may become of all selected rows. */
export interface BulkChoice<R extends StoreObject> {
  id: string;
  /** A verb and its object. */
  label: string;
  /** To be known before. */
  text?: string;
  /** It takes something away. */
  isDanger?: boolean;
  change: ChangeOf<R>;
}

/** A button for selected rows: it asks for tags, or for one of the choices that all of the rows have. */
export type BulkAction<R extends StoreObject> = { id: string; label: string } & (
  | { tags: 'add' | 'remove' }
  | {
      choices: (rows: readonly R[]) => readonly BulkChoice<R>[];
      /** What is said where there is none. */
      none?: string;
    }
);

/** What can be done with many rows of a list. */
export interface BulkDefinition<R extends StoreObject> {
  actions: readonly BulkAction<R>[];
  /** A row, as people call it. */
  nameOf: (row: R) => string;
}

type Tagged = StoreObject & { attributes: { tags: string[] } };

export const tagsIn = (typed: string): string[] => kinds.tags.write(typed) ?? [];

/** Tags that a row gets, beside those that it has, or loses. */
export function tagChange(how: 'add' | 'remove', tags: readonly string[]): ChangeOf<StoreObject> {
  return (row) => {
    const { tags: before } = (row as Tagged).attributes;
    const next =
      how === 'add' ? [...new Set([...before, ...tags])] : before.filter((each) => !tags.includes(each));
    return next.length === before.length ? undefined : { tags: next };
  };
}

/** The tags of these rows, each once. */
export function tagsOf(rows: readonly StoreObject[]): string[] {
  return [...new Set(rows.flatMap((row) => (row as Tagged).attributes.tags))].sort();
}

/** The same attributes for each row. */
export function sameFor<R extends StoreObject>(attributes: Partial<R['attributes']>): ChangeOf<R> {
  return (row) => {
    const has = row.attributes as Record<string, unknown>;
    return Object.entries(attributes).every(([name, value]) => has[name] === value) ? undefined : attributes;
  };
}

export function tagActions<R extends StoreObject>(t: Texts): BulkAction<R>[] {
  return [
    { id: 'add-tags', label: t('bulk.addTags'), tags: 'add' },
    { id: 'remove-tags', label: t('bulk.removeTags'), tags: 'remove' },
  ];
}

/** A button that does one thing. */
export function plainAction<R extends StoreObject>(
  id: string,
  label: string,
  attributes: Partial<R['attributes']>,
  text?: string,
): BulkAction<R> {
  const choice = { id, label, change: sameFor<R>(attributes), ...(text !== undefined && { text }) };
  return { id, label, choices: () => [choice] };
}
