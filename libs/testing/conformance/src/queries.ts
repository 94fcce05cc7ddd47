import { query } from '@storewright/api-testing';

export interface DescribedParameters {
  paths: Readonly<Record<string, Readonly<Record<string, { parameters?: readonly (Parameter | Ref)[] }>>>>;
  components: {
    parameters: Readonly<Record<string, Parameter>>;
    schemas: Readonly<Record<string, ParameterSchema>>;
  };
}

interface Ref {
  $ref: string;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: ParameterSchema | Ref;
}

interface ParameterSchema {
  type?: string;
  format?: string;
  enum?: readonly string[];
  items?: ParameterSchema;
  anyOf?: readonly ParameterSchema[];
}

type Parameters = Readonly<Record<string, string>>;

const MAX_INCLUDES = 20;

/**
 * Returns query strings that together use every filter, sort field, include path and pagination parameter
 * that the OpenAPI document declares for `GET path`, such as `/api/orders/:id/codes`. Each filter that needs
 * a subquery gets its own query string. With `isSingle`, each filter on a column also gets its own query
 * string.
 */
export function queriesOf(document: DescribedParameters, path: string, isSingle = false): string[] {
  const parameters = parametersOf(document, path);
  const required = valuesOf(parameters.filter((each) => each.required));
  const filters = parameters.filter(({ name }) => name.startsWith('filter['));
  const ofColumns = filters.filter(({ name }) => isOfColumn(name, filters));
  const others = filters.filter((each) => !ofColumns.includes(each));
  const pages: Parameters[] = parameters.some(({ name }) => name === 'page[number]')
    ? [
        { 'page[size]': '1', 'page[total]': 'true' },
        { 'page[size]': '1', 'page[number]': '2' },
      ]
    : [];
  const queries: Parameters[] = [
    ...(isSingle ? ofColumns : []).map((each) => valuesOf([each])),
    ...(ofColumns.length > 0 ? [{ ...valuesOf(ofColumns), ...pages[0] }] : []),
    ...others.flatMap(({ name, schema }) => searchesOf(name, schema as ParameterSchema)),
    ...sortsOf(parameters),
    ...pages,
    ...includesOf(parameters),
  ];
  return queries.map((each) => query({ ...required, ...each }));
}

function parametersOf({ paths, components }: DescribedParameters, path: string): Parameter[] {
  const { get } = paths[path.replace(/:(\w+)/g, '{$1}')]!;
  return (get?.parameters ?? [])
    .map((each) => ('$ref' in each ? components.parameters[nameOf(each)]! : each))
    .filter((each) => each.in === 'query')
    .map((each) =>
      '$ref' in each.schema ? { ...each, schema: components.schemas[nameOf(each.schema)]! } : each,
    );
}

const nameOf = ({ $ref }: Ref) => $ref.split('/').at(-1)!;

/**
 * True for a filter that compares a column and has a variant for each operator. Excludes filters on tags,
 * which compare search terms.
 */
function isOfColumn(name: string, filters: readonly Parameter[]): boolean {
  const [own] = /^filter\[\w+\]/.exec(name)!;
  const has = (operator: string) => filters.some((each) => each.name === `${own}[${operator}]`);
  return has('eq') && !has('all');
}

/** Search words for each kind of search: text, email address, phone number and order number. */
const words = ['an', 'an 1001', 'an@example.com', '+4930123456'];

const conditions = [
  { key: 'colour' },
  { key: 'colour', value: 'red' },
  { key: 'size', operator: '>', value: 3 },
  [
    { key: 'colour', value: 'red' },
    { key: 'size', operator: '<=', value: 3 },
  ],
];

function searchesOf(name: string, schema: ParameterSchema): Parameters[] {
  if (name === 'filter[q]') return words.map((word) => ({ [name]: word, 'page[total]': 'true' }));
  if (name === 'filter[resource_type]') return [{ [name]: 'orders' }];
  if (name === 'filter[meta]') return conditions.map((each) => ({ [name]: JSON.stringify(each) }));
  return [{ [name]: valueOf(schema) }];
}

const enumOf = (parameters: readonly Parameter[], name: string) =>
  (parameters.find((each) => each.name === name)?.schema as ParameterSchema | undefined)?.items?.enum ?? [];

function sortsOf(parameters: readonly Parameter[]): Parameters[] {
  return enumOf(parameters, 'sort').map((sort) => ({ sort }));
}

/** Distributes all include paths over requests with at most MAX_INCLUDES paths each. */
function includesOf(parameters: readonly Parameter[]): Parameters[] {
  const requests: { paths: string[]; relationships: Set<string> }[] = [];
  for (const path of enumOf(parameters, 'include')) {
    const names = path.split('.').map((_, at, all) => all.slice(0, at + 1).join('.'));
    const last = requests.at(-1);
    const together = new Set([...(last?.relationships ?? []), ...names]);
    if (!last || together.size > MAX_INCLUDES)
      requests.push({ paths: [path], relationships: new Set(names) });
    else Object.assign(last, { paths: [...last.paths, path], relationships: together });
  }
  return requests.map(({ paths }) => ({ include: paths.join() }));
}

function valuesOf(parameters: readonly Parameter[]): Parameters {
  return Object.fromEntries(parameters.map(({ name, schema }) => [name, valueOf(schema as ParameterSchema)]));
}

function valueOf({ type, format, enum: names, items, anyOf }: ParameterSchema): string {
  if (anyOf) return valueOf(anyOf[0]!);
  if (items) return items.enum ? items.enum.slice(0, 2).join() : [valueOf(items), valueOf(items)].join();
  if (names) return names[0]!;
  if (type === 'integer') return '1';
  if (type === 'boolean') return 'true';
  if (format === 'uuid') return '0190f0a0-0000-7000-8000-000000000001';
  // Uses the current date, because some filters accept only recent times.
  if (format === 'date') return new Date().toISOString().slice(0, 10);
  if (format === 'date-time' || type === undefined) return new Date().toISOString();
  return 'an';
}

/** Returns export requests that together use every filter and sort field of a list. */
export function exportsOf(document: DescribedParameters, path: string): object[] {
  const resource_type = path.split('/').at(-1)!;
  return queriesOf(document, path).flatMap((each) => {
    const parameters = [...new URLSearchParams(each)].filter(([name]) => /^(sort|filter)/.test(name));
    if (parameters.length === 0) return [];
    return [{ resource_type, ...attributesOf(parameters) }];
  });
}

function attributesOf(parameters: readonly (readonly [string, string])[]) {
  const filter: Record<string, unknown> = {};
  let sort: string | undefined;
  for (const [name, value] of parameters) {
    const [, column, operator] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(name) ?? [];
    if (column === undefined) sort = value;
    else if (operator === undefined) filter[column] = value;
    else filter[column] = { ...(typeof filter[column] === 'object' && filter[column]), [operator]: value };
  }
  return { ...(sort !== undefined && { sort }), filter };
}
