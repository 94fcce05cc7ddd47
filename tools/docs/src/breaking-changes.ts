type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const members = (value: unknown): Json => (isObject(value) ? value : {});
const words = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as unknown[]).map(String) : [];

/**
 * Returns the changes between two OpenAPI documents that break clients: removed operations, parameters,
 * success statuses, attributes and event types, new required parameters and attributes, and enum values that
 * are no longer accepted.
 */
export function breakingChanges(older: Json, newer: Json): string[] {
  return [
    ...changesOfOperations(older, newer),
    ...changesOfSchemas(older, newer),
    ...removedFrom('the webhook', older['webhooks'], newer['webhooks']),
  ];
}

function removedFrom(what: string, older: unknown, newer: unknown): string[] {
  return Object.keys(members(older))
    .filter((name) => !(name in members(newer)))
    .map((name) => `${what} ${name} was removed`);
}

function changesOfOperations(older: Json, newer: Json): string[] {
  const paths = members(newer['paths']);
  return Object.entries(members(older['paths'])).flatMap(([path, methods]) =>
    Object.entries(members(methods)).flatMap(([method, operation]) => {
      const after = members(paths[path])[method];
      const name = `${method.toUpperCase()} ${path}`;
      return after === undefined
        ? [`${name} was removed`]
        : changesOfOperation(name, members(operation), members(after));
    }),
  );
}

function changesOfOperation(name: string, older: Json, newer: Json): string[] {
  const [before, after] = [parametersOf(older), parametersOf(newer)];
  const successes = (operation: Json) =>
    Object.fromEntries(Object.entries(members(operation['responses'])).filter(([status]) => status < '400'));
  return [
    ...(older['operationId'] === newer['operationId'] ? [] : [`${name} has another operationId`]),
    ...[...before.keys()].filter((key) => !after.has(key)).map((key) => `${name} no longer accepts ${key}`),
    ...[...after]
      .filter(([key, required]) => required && !before.get(key))
      .map(([key]) => `${name} requires ${key}`),
    ...removedFrom(`${name}: the status`, successes(older), successes(newer)),
  ];
}

/**
 * Returns whether each API parameter is required. The key is the location and name of the parameter, or its
 * reference.
 */
function parametersOf({ parameters }: Json): Map<string, boolean> {
  return new Map(
    (Array.isArray(parameters) ? (parameters as Json[]) : []).map((each) => [
      String(each['$ref'] ?? `${String(each['in'])} ${String(each['name'])}`),
      each['required'] === true,
    ]),
  );
}

function changesOfSchemas(older: Json, newer: Json): string[] {
  const schemas = members(members(newer['components'])['schemas']);
  return Object.entries(members(members(older['components'])['schemas'])).flatMap(([name, schema]) =>
    name in schemas
      ? changesOfSchema(name, members(schema), members(schemas[name]))
      : [`the schema ${name} is gone`],
  );
}

function changesOfSchema(name: string, older: Json, newer: Json): string[] {
  const isSent = /^(Create|Update)/.test(name);
  const [before, after] = [members(older['properties']), members(newer['properties'])];
  const required = words(newer['required']).filter((each) => !words(older['required']).includes(each));
  const shown = words(older['required']).filter((each) => !words(newer['required']).includes(each));
  return [
    ...removedFrom(`${name}:`, before, after),
    ...(isSent
      ? required.map((each) => `${name} requires ${each}`)
      : shown.map((each) => `${name} can omit ${each}`)),
    ...Object.entries(before).flatMap(([each, schema]) =>
      changesOfValue(`${name}.${each}`, isSent, members(schema), members(after[each])),
    ),
  ];
}

function changesOfValue(name: string, isSent: boolean, older: Json, newer: Json): string[] {
  const types = (schema: Json) => words([schema['type'] ?? []].flat());
  if (Object.keys(newer).length === 0) return [];
  const removed = words(older['enum']).filter(
    (word) => Array.isArray(newer['enum']) && !words(newer['enum']).includes(word),
  );
  const other = isSent
    ? types(older).filter((type) => types(newer).length > 0 && !types(newer).includes(type))
    : types(newer).filter((type) => types(older).length > 0 && !types(older).includes(type));
  return [
    ...(isSent ? removed.map((word) => `${name} no longer accepts ${word}`) : []),
    ...other.map((type) => `${name}: ${type} is ${isSent ? 'no longer accepted' : 'new'}`),
  ];
}
