import { type UseKind, useKinds } from './contract';

/** Deprecation of a route, resource or attribute, from `x-deprecation` in the OpenAPI document. */
export interface DeclaredDeprecation {
  since: string;
  sunset?: string;
  instead: string;
}

/** Names that an API declares. An app's contract can contain only these names. */
export interface Declarations {
  resources: Readonly<Record<string, Readonly<Record<UseKind, readonly string[]>>>>;
  events: readonly string[];
  /**
   * Deprecations, keyed by the deprecated resource, attribute or route, such as `things`, `things.colour` or
   * `GET /api/things`.
   */
  deprecated: Readonly<Record<string, DeclaredDeprecation>>;
}

type Json = Readonly<Record<string, unknown>>;

/** The members of an OpenAPI document that contain names of resources and attributes. */
export interface OpenapiDocument {
  paths?: unknown;
  webhooks?: unknown;
  components?: unknown;
}

export function declarationsOf(document: OpenapiDocument): Declarations {
  const reader = new Reader(document);
  reader.read();
  return reader.declarations();
}

const members = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const OF_LIST: Readonly<Record<string, string>> = { get: 'list', post: 'create' };
const OF_OBJECT: Readonly<Record<string, string>> = { get: 'get', patch: 'update', delete: 'delete' };

class Reader {
  private readonly names = new Map<string, Record<UseKind, Set<string>>>();
  private readonly deprecated: Record<string, DeclaredDeprecation> = {};

  constructor(private readonly document: OpenapiDocument) {}

  read(): void {
    for (const [path, methods] of Object.entries(members(this.document.paths)))
      for (const [method, operation] of Object.entries(members(methods)))
        this.readOperation(path, method, members(operation));
    for (const schema of Object.values(members(members(this.document.components)['schemas'])))
      this.readResource(members(schema));
  }

  declarations(): Declarations {
    const sorted = [...this.names].sort(([one], [other]) => (one < other ? -1 : 1));
    const listsOf = (names: Record<UseKind, Set<string>>) =>
      Object.fromEntries(useKinds.map((kind) => [kind, [...names[kind]].sort()])) as Record<
        UseKind,
        string[]
      >;
    return {
      resources: Object.fromEntries(sorted.map(([type, names]) => [type, listsOf(names)])),
      events: Object.keys(members(this.document.webhooks)).sort(),
      deprecated: this.deprecated,
    };
  }

  private readOperation(path: string, method: string, operation: Json): void {
    const [root, type, id, name, ...more] = path.slice(1).split('/');
    if (root !== 'api' || !type || type.includes('.')) return;
    const request = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    this.addDeprecation(request, operation);
    if (type === 'search') return this.addOperation('search', typesOfSearch(operation));
    if (id === undefined) return this.readListOperation(type, method, operation);
    if (!id.startsWith('{')) return;
    if (name === undefined) return this.readObjectOperation(type, method, operation);
    if (method === 'get' && more.length === 0) this.add(type, 'reads', [name]);
  }

  private readListOperation(type: string, method: string, operation: Json): void {
    const name = OF_LIST[method];
    if (name === undefined) return;
    this.add(type, 'operations', [name]);
    if (name === 'create') return this.add(type, 'creates', this.sentBy(operation));
    // The API can export every list, with the filters and sort keys of the list.
    this.add(type, 'operations', ['export']);
    const parameters = this.parametersOf(operation);
    const filters = parameters.flatMap(({ name: parameter }) => {
      const [, attribute, operator = ''] = /^filter\[([^\]]+)\](\[[^\]]+\])?$/.exec(String(parameter)) ?? [];
      return attribute === undefined ? [] : [attribute + operator];
    });
    this.add(type, 'filters', filters);
    const sorts = valuesOf(parameters, 'sort').map((each) => each.replace(/^-/, ''));
    this.add(type, 'sorts', sorts);
    this.add(type, 'includes', valuesOf(parameters, 'include'));
  }

  private readObjectOperation(type: string, method: string, operation: Json): void {
    const name = OF_OBJECT[method];
    if (name === undefined) return;
    this.add(type, 'operations', [name]);
    if (name === 'update') this.add(type, 'updates', this.sentBy(operation));
    if (name === 'get') this.add(type, 'includes', valuesOf(this.parametersOf(operation), 'include'));
  }

  private readResource(schema: Json): void {
    const { type, attributes, relationships, meta } = members(schema['properties']);
    const { const: name } = members(type);
    // A resource identifier also has a type, but no attributes.
    if (typeof name !== 'string' || attributes === undefined) return;
    this.addDeprecation(name, schema);
    const declared = members(this.resolved(attributes)['properties']);
    for (const [attribute, each] of Object.entries(declared))
      this.addDeprecation(`${name}.${attribute}`, members(each));
    for (const part of [attributes, relationships, meta])
      this.add(name, 'reads', Object.keys(members(this.resolved(part)['properties'])));
  }

  private sentBy({ requestBody }: Json): string[] {
    const [content] = Object.values(members(members(requestBody)['content']));
    const { data } = members(this.resolved(members(content)['schema'])['properties']);
    const { attributes, relationships } = members(this.resolved(data)['properties']);
    return [attributes, relationships].flatMap((part) =>
      Object.keys(members(this.resolved(part)['properties'])),
    );
  }

  private parametersOf({ parameters }: Json): Json[] {
    return items(parameters).map((each) => this.resolved(each));
  }

  /** Resolves a reference to a component of the OpenAPI document. Returns all other values unchanged. */
  private resolved(value: unknown): Json {
    const { $ref } = members(value);
    if (typeof $ref !== 'string') return members(value);
    const [, ...path] = $ref.split('/');
    return members(path.reduce<unknown>((found, name) => members(found)[name], this.document));
  }

  private addOperation(operation: string, types: readonly string[]): void {
    for (const type of types) this.add(type, 'operations', [operation]);
  }

  private add(type: string, kind: UseKind, added: readonly string[]): void {
    const names =
      this.names.get(type) ??
      (Object.fromEntries(useKinds.map((each) => [each, new Set()])) as unknown as Record<
        UseKind,
        Set<string>
      >);
    this.names.set(type, names);
    for (const name of added) names[kind].add(name);
  }

  private addDeprecation(feature: string, { 'x-deprecation': declared }: Json): void {
    const { since, sunset, instead } = members(declared);
    if (typeof since !== 'string' || typeof instead !== 'string') return;
    this.deprecated[feature] = { since, ...(typeof sunset === 'string' && { sunset }), instead };
  }
}

function valuesOf(parameters: readonly Json[], name: string): string[] {
  const found = parameters.find((each) => each['name'] === name);
  return items(members(members(found?.['schema'])['items'])['enum']).map(String);
}

function typesOfSearch(operation: Json): string[] {
  return valuesOf(items(operation['parameters']).map(members), 'filter[type]');
}
