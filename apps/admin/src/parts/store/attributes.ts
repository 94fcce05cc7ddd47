import { amountOf, decimalOf } from './money';

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
    write: (typed) => (typed.trim() === '' ? null : amountOf(typed, currency)),
  };
}

/** `2026-11-30T15:00` in the viewer's zone, as the browser's own field takes it. */
const time: Kind<string | null> = {
  read: (value) => {
    if (value === null) return '';
    const at = new Date(value);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  },
  write: (typed) => {
    if (typed === '') return null;
    return Number.isNaN(Date.parse(typed)) ? undefined : new Date(typed).toISOString();
  },
};

export const kinds = { text, nullable, whole, tags, time, amount };

/** One attribute of a form. */
export interface AttributeField {
  name: string;
  label: string;
  kind: keyof typeof kinds;
  /** Of an amount. */
  currency?: string;
  description?: string;
  isRequired?: boolean;
  /** Several lines. */
  isLong?: boolean;
  /** One of these. */
  options?: readonly { id: string; text: string }[];
}

export type Typed = Readonly<Record<string, string>>;

function kindOf({ kind, currency = 'EUR' }: AttributeField): Kind<unknown> {
  return (kind === 'amount' ? amount(currency) : kinds[kind]) as Kind<unknown>;
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
