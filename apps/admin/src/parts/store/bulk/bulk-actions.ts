import type { StoreObject } from '../../../api/store';
import type { Texts } from '../../../texts/texts';
import { kinds } from '../attributes';

/** Attributes to send for a row, or undefined if the row needs no change. */
export type ChangeOf<R> = (row: R) => object | undefined;

/** One change that applies to all selected rows. */
export interface BulkChoice<R extends StoreObject> {
  id: string;
  /** A verb and its object. */
  label: string;
  /** Explanation shown before the change. */
  text?: string;
  /** True if the change deletes something. */
  isDanger?: boolean;
  change: ChangeOf<R>;
}

/** A button for selected rows. It asks for tags, or for one of the choices that all rows share. */
export type BulkAction<R extends StoreObject> = { id: string; label: string } & (
  | { tags: 'add' | 'remove' }
  | {
      choices: (rows: readonly R[]) => readonly BulkChoice<R>[];
      /** Text if the rows share no choice. */
      none?: string;
    }
);

/** Bulk actions of a list. */
export interface BulkDefinition<R extends StoreObject> {
  actions: readonly BulkAction<R>[];
  /** Display name of a row. */
  nameOf: (row: R) => string;
}

type Tagged = StoreObject & { attributes: { tags: string[] } };

export const tagsIn = (typed: string): string[] => kinds.tags.write(typed) ?? [];

/** Adds tags to a row or removes them. */
export function tagChange(how: 'add' | 'remove', tags: readonly string[]): ChangeOf<StoreObject> {
  return (row) => {
    const { tags: before } = (row as Tagged).attributes;
    const next =
      how === 'add' ? [...new Set([...before, ...tags])] : before.filter((each) => !tags.includes(each));
    return next.length === before.length ? undefined : { tags: next };
  };
}

/** All tags of these rows without duplicates. */
export function tagsOf(rows: readonly StoreObject[]): string[] {
  return [...new Set(rows.flatMap((row) => (row as Tagged).attributes.tags))].sort();
}

/** Sets the same attributes on each row. */
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

/** A button with a single choice. */
export function plainAction<R extends StoreObject>(
  id: string,
  label: string,
  attributes: Partial<R['attributes']>,
  text?: string,
): BulkAction<R> {
  const choice = { id, label, change: sameFor<R>(attributes), ...(text !== undefined && { text }) };
  return { id, label, choices: () => [choice] };
}
