import { UsageError } from '../failures';
import { nearestName } from './nearest-name';
import schema from './storewright.app.schema.json';

export type AppField = Exclude<keyof typeof schema.properties, '$schema' | 'app_id'>;
export type AppValue = string | boolean | readonly string[] | null;
/** App attributes with the names and values of the API. A deployment leaves absent attributes unchanged. */
export type AppAttributes = Partial<Record<AppField, AppValue>>;

type FieldKind = 'text' | 'switch' | 'list';

interface FieldSchema {
  type: string | string[];
  description: string;
}

const isField = (name: string) => name !== '$schema' && name !== 'app_id';
export const appFields = Object.keys(schema.properties).filter(isField) as AppField[];
export const requiredFields = schema.required as AppField[];
const kinds: Readonly<Record<string, FieldKind>> = { string: 'text', boolean: 'switch', array: 'list' };

const fieldSchema = (name: string) => (schema.properties as Record<string, FieldSchema>)[name]!;
const typesOf = (name: string): string[] => [fieldSchema(name).type].flat();

export const kindOf = (name: AppField): FieldKind => kinds[typesOf(name)[0]!]!;
export const isNullable = (name: AppField): boolean => typesOf(name).includes('null');
export function defaultOf(name: AppField): AppValue {
  if (isNullable(name)) return null;
  return { text: '', switch: false, list: [] }[kindOf(name)];
}

/**
 * Checks the names and types of the fields in an app file, but not the values, which the platform checks.
 * Throws UsageError.
 */
export function checkFields(fields: Readonly<Record<string, unknown>>, file: string): void {
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(schema.properties, name))
      throw new UsageError(`${file}: unknown field ${JSON.stringify(name)}.${suggestion(name, allNames)}`);
    if (!isOfType(fields[name], typesOf(name)))
      throw new UsageError(`${file}: ${name} must be ${typeName(name)}.`);
  }
  const missing = requiredFields.filter((name) => fields[name] === undefined);
  if (missing.length > 0) throw new UsageError(`${file}: missing required fields: ${missing.join(', ')}.`);
}

const allNames = Object.keys(schema.properties);

/**
 * Returns the scopes and event types that the schema of this CLI lacks. Such names can still be valid,
 * because the platform can be newer than the CLI.
 */
export function unknownNames(attributes: AppAttributes): { field: string; name: string }[] {
  return Object.entries(attributes).flatMap(([field, value]) => {
    const known = namesOf(field);
    if (known === undefined || !Array.isArray(value)) return [];
    return (value as string[]).filter((name) => !known.includes(name)).map((name) => ({ field, name }));
  });
}

function namesOf(field: string): readonly string[] | undefined {
  if (field === 'webhook_events') return schema.$defs.event_type.enum;
  return field === 'scopes' || field === 'optional_scopes' ? schema.$defs.scope.enum : undefined;
}

/**
 * Returns a suggestion with the most similar valid value for a list field, or an empty string if no value is
 * similar.
 */
export function suggestedValue(field: string, value: string): string {
  return suggestion(value, namesOf(field) ?? []);
}

function suggestion(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
}

function isOfType(value: unknown, types: readonly string[]): boolean {
  if (value === null) return types.includes('null');
  if (!Array.isArray(value)) return types.includes(typeof value);
  return types.includes('array') && value.every((each) => typeof each === 'string');
}

function typeName(name: string): string {
  const names: Record<string, string> = {
    ...{ string: 'a text', boolean: 'true or false', array: 'a list of texts', null: 'null' },
  };
  return typesOf(name)
    .map((type) => names[type]!)
    .join(' or ');
}
