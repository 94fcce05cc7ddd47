import { decimalOf, parseAmount } from '@storewright/money';
import type { ComponentType } from 'react';
import { clockAt, momentOf } from '../zone-days';
import { browserZone } from '../zones';

/** Converts an attribute to editable text and back. */
interface Kind<Value> {
  read: (value: Value) => string;
  /** Parses the text. Returns undefined if the text is invalid. */
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

/** Returns the kind of a field for an amount in this currency. An empty field is null. */
function amount(currency: string): Kind<number | null> {
  return {
    read: (value) => (value === null ? '' : decimalOf(value, currency)),
    write: (typed) => (typed.trim() === '' ? null : parseAmount(typed, currency)),
  };
}

/**
 * Returns the kind of a field for a local time in this zone, in the format of `datetime-local`, such as
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

/** One attribute of a form. */
export type AttributeField = FieldOptions &
  ({ kind: 'amount'; currency: string } | { kind: Exclude<keyof typeof kinds, 'amount'>; currency?: never });

interface FieldOptions {
  name: string;
  label: string;
  /** Time zone of a time field. */
  zone?: string;
  description?: string;
  isRequired?: boolean;
  /** If true, the field has several lines. */
  isLong?: boolean;
  /** Component that replaces the default input. */
  input?: ComponentType<AttributeInputProps>;
  /**
   * Returns true if the API accepts the value. This check goes beyond the kind of the field. `refusal`
   * explains what to enter.
   */
  accepts?: (value: never) => boolean;
  /** Text for a value that the API does not accept. By default the general text of the attribute. */
  refusal?: string;
  /** Returns a text for valid values that are probably a mistake. */
  warning?: (typed: Typed) => string | undefined;
  /** Options of a select. */
  options?: readonly { id: string; text: string }[];
}

export type Typed = Readonly<Record<string, string>>;

function kindOf({ kind, currency, zone = browserZone() }: AttributeField): Kind<unknown> {
  if (kind === 'amount') return amount(currency) as Kind<unknown>;
  return (kind === 'time' ? time(zone) : kinds[kind]) as Kind<unknown>;
}

/** Returns the attributes as editable text. */
export function typedOf(fields: readonly AttributeField[], attributes: object): Typed {
  const values = attributes as Record<string, unknown>;
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      kindOf(field).read(values[field.name] ?? (field.kind === 'tags' ? [] : null)),
    ]),
  );
}

/** Returns the fields with an invalid or missing value. */
export function wrongFields(fields: readonly AttributeField[], typed: Typed): AttributeField[] {
  return fields.filter((field) => {
    const text = typed[field.name]!;
    const value = kindOf(field).write(text);
    if (value === undefined || (field.isRequired && text.trim() === '')) return true;
    return value !== null && field.accepts?.(value as never) === false;
  });
}

/** Returns the value of a field, null if the field is empty, or undefined if the text is invalid. */
export function valueIn(field: AttributeField | undefined, typed: Typed): unknown {
  return field && kindOf(field).write(typed[field.name] ?? '');
}

/** Returns the attributes to send for these fields. */
export function attributesOf(fields: readonly AttributeField[], typed: Typed): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, kindOf(field).write(typed[field.name]!)]));
}
