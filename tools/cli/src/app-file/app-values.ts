import { namesOf } from '../command-line';
import { UsageError } from '../failures';
import {
  type AppAttributes,
  type AppField,
  appFields,
  type AppValue,
  isNullable,
  kindOf,
} from './app-schema';

export const optionOf = (name: string): string => name.replaceAll('_', '-');

export const fieldOptions = Object.fromEntries(
  appFields.map((name) => [optionOf(name), { type: 'string' as const }]),
);

/** Converts CLI options to app attributes. Throws UsageError for an invalid option. */
export function attributesOf(values: Readonly<Record<string, unknown>>): AppAttributes {
  const given = appFields.filter((name) => values[optionOf(name)] !== undefined);
  return Object.fromEntries(given.map((name) => [name, valueOf(name, String(values[optionOf(name)]))]));
}

/** Parses the value of a CLI option. An empty string clears a nullable attribute or a list. */
function valueOf(name: AppField, text: string): AppValue {
  if (text === '' && isNullable(name)) return null;
  switch (kindOf(name)) {
    case 'list':
      return namesOf(text);
    case 'switch':
      if (text !== 'true' && text !== 'false')
        throw new UsageError(`--${optionOf(name)} must be true or false.`);
      return text === 'true';
    case 'text':
      return text;
  }
}
