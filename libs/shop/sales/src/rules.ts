import { isDeepStrictEqual } from 'node:util';
import type { ColumnName, EntityResource, Row, VersionedRow } from '@storewright/entities';
import type { Resource } from '@storewright/json-api';
import { foldKey } from '@storewright/text';
import { Matches } from 'class-validator';

/** Folds case and accents of an email address or a code. Returns null and undefined unchanged. */
export const foldOptional = <T extends string | null | undefined>(text: T) =>
  typeof text === 'string' ? foldKey(text) : (text as Exclude<T, string>);

/** Checks an email address loosely, because only a delivered message proves that the address exists. */
export const IsEmailAddress = () =>
  Matches(/^[^\s@]+@[^\s@]+$/u, {
    message: 'email must be an address such as anna@example.com',
  });

export const IsPhone = () =>
  Matches(/^(?=.{3,32}$)\+?[0-9][0-9 ()./-]*$/, { message: 'phone must be a number such as +49 30 123456' });

export const MAX_NOTE_LENGTH = 65_535;

/**
 * Returns the names of the attributes whose value in the request differs from the database row. A row
 * contains JSON and large numbers as text.
 */
export function changedAttributes<E extends VersionedRow>(
  resource: EntityResource<E>,
  row: Row<E>,
  attributes: { readonly [K in ColumnName<E>]?: unknown },
): string[] {
  return Object.entries(attributes)
    .filter(([name, value]) => value !== undefined && differs(resource, name, row[name as keyof E], value))
    .map(([name]) => name);
}

function differs({ attributes }: Resource, name: string, before: unknown, value: unknown): boolean {
  if (before === null || value === null) return before !== value;
  if (attributes[name] === 'json') return !isDeepStrictEqual(JSON.parse(String(before)), value);
  return attributes[name] === 'string[]'
    ? !isDeepStrictEqual(before, value)
    : String(before) !== String(value);
}
