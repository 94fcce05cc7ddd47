import { events } from '@storewright/scopes';
import type { ApiDocument, Operation, Parameter, Schema } from '../openapi/document';
import { schemaText, table } from '../openapi/schema-text';
import type { Page } from '../page';
import { operationSection, order } from './operation-section';

interface Parts {
  document: ApiDocument;
  type: string;
  /** Operations with their own section. `related` contains the relationship operations. */
  operations: Operation[];
  related: Operation[];
}

/**
 * Returns the reference page of a resource type with attributes, relationships, filters and operations. Each
 * operation has an example of a request and a response.
 */
export function resourcePage(document: ApiDocument, type: string): Page {
  const all = document.operations.filter(({ tags }) => tags.includes(type)).sort(order);
  const isRelated = ({ path }: Operation) => /\/\{id\}\/.+/.test(path);
  const parts = {
    document,
    type,
    operations: all.filter((each) => !isRelated(each)),
    related: all.filter(isRelated),
  };
  const sections = parts.operations.map((operation) => operationSection(document, operation, type));
  const text = [
    `# ${titleOf(type)}`,
    document.introductionOf(type),
    attributes(parts),
    relationships(parts),
    queries(parts),
    eventsOf(type),
    '## Operations',
    ...sections,
  ];
  return {
    path: `reference/${document.name}/${type.replaceAll('_', '-')}`,
    frontmatter: { aside: false, pageClass: 'reference' },
    text: `${text.filter(Boolean).join('\n\n')}\n`,
  };
}

/** Converts `webhook_deliveries` to `Webhook deliveries`. */
const titleOf = (type: string) => (type[0]!.toUpperCase() + type.slice(1)).replaceAll('_', ' ');

const named = ({ operations }: Parts, method: string) => operations.find((each) => each.method === method);

/**
 * Returns the schema of the resource object in responses with a single object. Without such a response, uses the
 * responses with lists.
 */
function shown({ document, operations }: Parts, ...names: string[]): Schema | undefined {
  const reads = operations.filter(({ method }) => method === 'GET');
  const single = reads.find(({ path }) => path.endsWith('}')) ?? reads[0] ?? operations[0];
  const [, body] = Object.entries(single?.responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
  return document.at(document.schemaOf(body), 'data', ...names);
}

function attributes(parts: Parts): string | undefined {
  const { document } = parts;
  const properties = Object.entries(shown(parts, 'attributes')?.properties ?? {});
  if (properties.length === 0) return undefined;
  const sent = (method: string) =>
    document.at(document.schemaOf(named(parts, method)?.requestBody), 'data', 'attributes');
  const [create, update] = [sent('POST'), sent('PATCH')];
  const may = (schema: Schema | undefined, name: string) =>
    schema?.required?.includes(name) ? 'required' : schema?.properties?.[name] ? 'yes' : '';
  // Adds the attributes of requests, because write-only attributes are in no response.
  const only = { ...create?.properties, ...update?.properties };
  const names = new Map([...Object.entries(only), ...properties]);
  const listed = [...new Map([...properties, ...names]).keys()];
  const rows = listed.map((name) => {
    const schema = names.get(name)!;
    const limits = create?.properties?.[name] ?? update?.properties?.[name] ?? schema;
    const { description = '' } = document.resolved(schema);
    const type = schemaText(document, limits);
    return [
      `\`${name}\``,
      type,
      ...(create || update ? [may(create, name), may(update, name)] : []),
      description,
    ];
  });
  const headings = ['Attribute', 'Type', ...(create || update ? ['Create', 'Change'] : []), ''];
  return `## Attributes\n\n${table(headings, rows)}`;
}

function relationships(parts: Parts): string | undefined {
  const { document, related } = parts;
  const properties = Object.entries(shown(parts, 'relationships')?.properties ?? {});
  if (properties.length === 0) return undefined;
  const rows = properties.map(([name, schema]) => {
    const data = document.resolved(document.resolved(schema).properties?.['data'] ?? {});
    const identifier = data.items ?? data.anyOf?.[0] ?? data;
    const type = document.at(identifier, 'type')?.const;
    const ways = related
      .filter(({ path }) => path.endsWith(`/relationships/${name}`))
      .map(({ method }) => method);
    return [
      `\`${name}\``,
      `${data.type === 'array' ? 'many' : 'one'} ${type ? `\`${String(type)}\`` : ''}`,
      ways.join(', '),
    ];
  });
  const note =
    related.length > 0
      ? `\n\nRead them at \`…/{id}/<name>\`, and their linkage at \`…/{id}/relationships/<name>\`.`
      : '';
  return `## Relationships\n\n${table(['Relationship', 'Leads to', 'At its address'], rows)}${note}`;
}

function queries({ operations }: Parts): string | undefined {
  const list = operations.find(({ operationId }) => operationId.startsWith('list'));
  const parameters = list?.parameters ?? [];
  const filters = new Map<string, string[]>();
  for (const { name } of parameters) {
    const [, filter, operator] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(name) ?? [];
    if (filter) filters.set(filter, [...(filters.get(filter) ?? []), ...(operator ? [operator] : [])]);
  }
  const words = (name: string) =>
    parameters.find((each) => each.name === name)?.schema.items?.enum as string[] | undefined;
  const sorts = words('sort')?.filter((each) => !each.startsWith('-'));
  const includes = words('include')?.filter((each) => !each.includes('.'));
  const code = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
  const filterRows = [...filters].map(([name, operators]) => [`\`filter[${name}]\``, code(operators)]);
  const parts = [
    filterRows.length ? table(['Filter', 'Operators'], filterRows) : undefined,
    operatorsOf(parameters),
    sorts?.length ? `**Sort** by ${code(sorts)}. A \`-\` before a name reverses the order.` : undefined,
    includes?.length ? `**Include** ${code(includes)}, and their relationships.` : undefined,
  ].filter(Boolean);
  return parts.length ? `## Filter, sort, include\n\n${parts.join('\n\n')}` : undefined;
}

/** Explains each filter operator with its text from the OpenAPI document. */
function operatorsOf(parameters: readonly Parameter[]): string | undefined {
  const meanings = new Map<string, string>();
  for (const { name, description } of parameters) {
    const [, operator] = /^filter\[\w+\]\[(\w+)\]$/.exec(name) ?? [];
    // Uses only the first clause of the description, because the other clauses apply only to some filters.
    const meaning = description?.replace(/[,.][^]*/, '');
    if (operator && meaning && !meanings.has(operator)) meanings.set(operator, meaning);
  }
  const rows = [...meanings].map(([operator, meaning]) => [`\`${operator}\``, meaning]);
  return rows.length > 0
    ? '`filter[name]=value` means `eq`. `filter[name][operator]=value` uses another operator.\n\n' +
        table(['Operator', 'Finds objects whose value is'], rows)
    : undefined;
}

function eventsOf(type: string): string | undefined {
  const own = Object.keys(events).filter((event) => event.startsWith(`${type}.`));
  if (own.length === 0) return undefined;
  return `## Events\n\n${own.map((event) => `[\`${event}\`](../../events.md#${type})`).join(', ')}`;
}
