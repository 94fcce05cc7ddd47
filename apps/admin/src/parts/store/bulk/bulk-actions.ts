import type { StoreObject } from '../../../api/store';
import type { Texts } from '../../../texts/texts';
import { kinds } from '../attributes';

/** Returns the attributes to change in a row. Returns undefined if the row needs no change. */
export type ChangeOf<R> = (row: R) => object | undefined;

export interface BulkChoice<R extends StoreObject> {
  id: string;
  /** Label of a bulk change. Must be a verb with an object, such as "Archive products". */
  label: string;
  /** Explanation that the dialog shows before the bulk change starts. */
  text?: string;
  isDanger?: boolean;
  change: ChangeOf<R>;
}

/** A button for the selected rows. Its dialog asks for tags or for one of several changes. */
export type BulkAction<R extends StoreObject> = { id: string; label: string } & (
  | { tags: 'add' | 'remove' }
  | {
      choices: (rows: readonly R[]) => readonly BulkChoice<R>[];
      /** Message if the selected rows allow no change. */
      none?: string;
    }
);

export interface BulkDefinition<R extends StoreObject> {
  actions: readonly BulkAction<R>[];
  nameOf: (row: R) => string;
}

type Tagged = StoreObject & { attributes: { tags: string[] } };

export const tagsIn = (typed: string): string[] => kinds.tags.write(typed) ?? [];

export function tagChange(how: 'add' | 'remove', tags: readonly string[]): ChangeOf<StoreObject> {
  return (row) => {
    const { tags: before } = (row as Tagged).attributes;
    const next =
      how === 'add' ? [...new Set([...before, ...tags])] : before.filter((each) => !tags.includes(each));
    return next.length === before.length ? undefined : { tags: next };
  };
}

export function tagsOf(rows: readonly StoreObject[]): string[] {
  return [...new Set(rows.flatMap((row) => (row as Tagged).attributes.tags))].sort();
}

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

export function plainAction<R extends StoreObject>(
  id: string,
  label: string,
  attributes: Partial<R['attributes']>,
  text?: string,
): BulkAction<R> {
  const choice = { id, label, change: sameFor<R>(attributes), ...(text !== undefined && { text }) };
  return { id, label, choices: () => [choice] };
}
