import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts';
import type { FieldTexts } from '../error-words';
import { Facts } from '../facts';
import { TextAreaInput, TextInput } from '../fields';
import { Select } from '../select';
import { Time } from '../time';
import { momentOf } from '../zone-days';
import { browserZone } from '../zones';
import { type AttributeField, type Typed, wrongFields } from './attributes';

interface AttributeInputsProps {
  fields: readonly AttributeField[];
  typed: Typed;
  onChange: (name: string, text: string) => void;
}

export function AttributeInputs({ fields, typed, onChange }: AttributeInputsProps): ReactNode {
  return fields.map((field) => {
    const { name, label, description, options, isLong, kind } = field;
    const value = typed[name]!;
    const change = (text: string): void => onChange(name, text);
    if (options)
      return (
        <Select
          key={name}
          name={name}
          label={label}
          options={options}
          value={value}
          onChange={change}
          {...(description === undefined ? {} : { description })}
        />
      );
    if (field.input)
      return (
        <field.input
          key={name}
          {...{ name, label, value, onChange: change }}
          {...(description === undefined ? {} : { description })}
        />
      );
    const Input = isLong ? TextAreaInput : TextInput;
    return (
      <Input
        key={name}
        name={name}
        label={label}
        autoComplete="off"
        value={value}
        onChange={change}
        warning={field.warning && (field.warning(typed) ?? null)}
        {...(description === undefined ? {} : { description })}
        {...(kind === 'time' ? { type: 'datetime-local' } : {})}
        {...(kind === 'whole' || kind === 'amount' ? { inputMode: 'decimal' as const } : {})}
      />
    );
  });
}

export function AttributeFacts({
  fields,
  values,
}: {
  fields: readonly AttributeField[];
  values: Typed;
}): ReactNode {
  const shown = ({ name, kind, options = [], zone = browserZone() }: AttributeField): ReactNode => {
    const value = values[name]!;
    if (value === '') return '–';
    if (kind === 'time') return <Time value={new Date(momentOf(value, zone)).toISOString()} />;
    return options.find(({ id }) => id === value)?.text ?? value;
  };
  return <Facts facts={fields.map((field) => ({ name: field.label, value: shown(field) }))} />;
}

/** Returns a function that validates the fields of a form. The function returns error messages, keyed by field. */
export function useWrong(fields: readonly AttributeField[], typed: Typed): () => Record<string, string> {
  const t = useTexts();
  return () =>
    Object.fromEntries(
      wrongFields(fields, typed).map(({ name, kind, currency, refusal }) => [
        name,
        typed[name]!.trim() === ''
          ? t('store.field.missing')
          : (refusal ??
            (kind === 'amount'
              ? t('store.field.amount', { currency: currency ?? '' })
              : t('store.field.wrong'))),
      ]),
    );
}

/** Returns the error messages for values that the API rejects, keyed by field. */
export function refusalsOf(fields: readonly AttributeField[]): FieldTexts {
  return Object.fromEntries(
    fields.flatMap(({ name, refusal }) => (refusal === undefined ? [] : [[name, refusal]])),
  );
}
