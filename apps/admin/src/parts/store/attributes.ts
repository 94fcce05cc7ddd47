import { decimalOf, parseAmount } from '@storewright/money';
import type { ComponentType } from 'react';
import { clockAt, momentOf } from '../zone-days';
import { browserZone } from '../zones';

interface Kind<Value> {
  read: (value: Value) => string;
  /** Parses the text of a form field. Returns undefined for invalid text. */
  write: (text: string) => Value | undefined;
}

const text: Kind<string | null> = { read: (value) => value ?? '', write: (typed) => typed };
const nullable: Kind<string | null> = {
  read: (value) => value ?? '',
  write: (typed) => (typed.trim() === '' ? null : typed.trim()),
};
const whole: Kind<number | null> = {
  read: (value) => (value === null ? '' : String(value)),
  write: (typed) => {
    if (typed.trim() === '') return null;
    return /^\s*-?\d{1,9}\s*$/.test(typed) ? Number(typed) : undefined;
  },
};
const tags: Kind<string[]> = {
  read: (value) => value.join(', '),
  write: (typed) => [
    ...new Set(
      typed
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    ),
  ],
};

/** Converts amounts of money to editable text and back. Empty text stands for null. */
function amount(currency: string): Kind<number | null> {
  return {
    read: (value) => (value === null ? '' : decimalOf(value, currency)),
    write: (typed) => (typed.trim() === '' ? null : parseAmount(typed, currency)),
  };
}

/**
 * Converts UTC times to editable local times and back. Local times have the format of `datetime-local`, such as
 * `2026-11-30T15:00`.
 */
function time(zone: string): Kind<string | null> {
  return {
    read: (value) => (value === null ? '' : clockAt(Date.parse(value), zone)),
    write: (typed) => {
      if (typed === '') return null;
      const moment = momentOf(typed, zone);
      return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
    },
  };
}

export const kinds = { text, nullable, whole, tags, time, amount };

export interface AttributeInputProps {
  name: string;
  label: string;
  description?: string;
  value: string;
  onChange: (text: string) => void;
}

export type AttributeField = FieldOptions &
  ({ kind: 'amount'; currency: string } | { kind: Exclude<keyof typeof kinds, 'amount'>; currency?: never });

interface FieldOptions {
  name: string;
  label: string;
  zone?: string;
  description?: string;
  isRequired?: boolean;
  isLong?: boolean;
  input?: ComponentType<AttributeInputProps>;
  /** Returns true if the value follows the API's rules for the attribute. */
  accepts?: (value: never) => boolean;
  /** Message for a value that the API rejects. Defaults to the general error message of the attribute. */
  refusal?: string;
  /** Returns a warning about a valid value that is probably wrong. */
  warning?: (typed: Typed) => string | undefined;
  options?: readonly { id: string; text: string }[];
}

export type Typed = Readonly<Record<string, string>>;

function kindOf({ kind, currency, zone = browserZone() }: AttributeField): Kind<unknown> {
  if (kind === 'amount') return amount(currency) as Kind<unknown>;
  return (kind === 'time' ? time(zone) : kinds[kind]) as Kind<unknown>;
}

export function typedOf(fields: readonly AttributeField[], attributes: object): Typed {
  const values = attributes as Record<string, unknown>;
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      kindOf(field).read(values[field.name] ?? (field.kind === 'tags' ? [] : null)),
    ]),
  );
}

export function wrongFields(fields: readonly AttributeField[], typed: Typed): AttributeField[] {
  return fields.filter((field) => {
    const text = typed[field.name]!;
    const value = kindOf(field).write(text);
    if (value === undefined || (field.isRequired && text.trim() === '')) return true;
    return value !== null && field.accepts?.(value as never) === false;
  });
}

/** Parses the value of a field. Returns null for empty text and undefined for invalid text. */
export function valueIn(field: AttributeField | undefined, typed: Typed): unknown {
  return field && kindOf(field).write(typed[field.name] ?? '');
}

export function attributesOf(fields: readonly AttributeField[], typed: Typed): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, kindOf(field).write(typed[field.name]!)]));
}
