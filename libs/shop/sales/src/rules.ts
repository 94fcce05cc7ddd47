import { isDeepStrictEqual } from 'node:util';
import type { Resource, Row } from '@storewright/json-api';
import { Matches } from 'class-validator';

/** How texts are compared that mean the same in any case: addresses of mail, and codes. */
export function fold(text: string): string {
  return text.trim().toLowerCase();
}

/** A text or nothing, as it is compared. */
export const foldIfAny = (text: string | null | undefined) => (typeof text === 'string' ? fold(text) : text);

/** Roughly an address of mail: only a message that arrives shows that it is one. */
export const IsEmail = () =>
  Matches(/^[^\s@]+@[^\s@]+$/u, { message: 'email is an address such as anna@example.com' });

export const IsPhone = () =>
  Matches(/^(?=.{3,32}$)\+?[0-9][0-9 ()./-]*$/, { message: 'phone is a number such as +49 30 123456' });

/** What notes hold. */
export const longestNote = 65_535;

/** Whether a value that was sent is another than the row has, in which JSON and large numbers are texts. */
export function differs({ attributes }: Resource, row: Row, name: string, value: unknown): boolean {
  const before = row[name] ?? null;
  if (before === null || value === null) return before !== value;
  if (attributes[name] === 'json') return !isDeepStrictEqual(JSON.parse(String(before)), value);
  return attributes[name] === 'string[]'
    ? !isDeepStrictEqual(before, value)
    : String(before) !== String(value);
}

/** The names of the attributes that were sent with another value than the row has. */
export function changesOf(resource: Resource, row: Row, attributes: object): string[] {
  return Object.entries(attributes)
    .filter(([name, value]) => value !== undefined && differs(resource, row, name, value))
    .map(([name]) => name);
}
