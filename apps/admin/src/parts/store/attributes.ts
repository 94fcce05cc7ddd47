import { decimalOf, parseAmount } from '@storewright/money';
import type { ComponentType } from 'react';
import { clockAt, momentOf } from '../zone-days';
import { browserZone } from '../zones';

/** How an attribute is edited: as text. */
interface Kind<Value> {
  read: (value: Value) => string;
  /** Undefined: it is none. */
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

/** Of this currency; nothing typed: null. */
function amount(currency: string): Kind<number | null> {
  return {
    read: (value) => (value === null ? '' : decimalOf(value, currency)),
    write: (typed) => (typed.trim() === '' ? null : parseAmount(typed, currency)),
  };
}

/** `2026-11-30T15:00` by the clocks of this zone, as the browser's own field takes it. */
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
  /** Of a time. */
  zone?: string;
  description?: string;
  isRequired?: boolean;
  /** Several lines. */
  isLong?: boolean;
  /** In place of the usual one. */
  input?: ComponentType<AttributeInputProps>;
  /** One of these. */
  options?: readonly { id: string; text: string }[];
}

export type Typed = Readonly<Record<string, string>>;

function kindOf({ kind, currency, zone = browserZone() }: AttributeField): Kind<unknown> {
  if (kind === 'amount') return amount(currency) as Kind<unknown>;
  return (kind === 'time' ? time(zone) : kinds[kind]) as Kind<unknown>;
}

/** The attributes as they are edited. */
export function typedOf(fields: readonly AttributeField[], attributes: object): Typed {
  const values = attributes as Record<string, unknown>;
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      kindOf(field).read(values[field.name] ?? (field.kind === 'tags' ? [] : null)),
    ]),
  );
}

/** Those that are not what the field takes, or missing. */
export function wrongFields(fields: readonly AttributeField[], typed: Typed): AttributeField[] {
  return fields.filter(
    (field) =>
      kindOf(field).write(typed[field.name]!) === undefined ||
      (field.isRequired && typed[field.name]!.trim() === ''),
  );
}

/** What is sent of these fields. */
export function attributesOf(fields: readonly AttributeField[], typed: Typed): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, kindOf(field).write(typed[field.name]!)]));
}
