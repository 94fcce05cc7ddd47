import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  deprecated?: boolean;
  'x-deprecation'?: Deprecation;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
/** Dates of a deprecation. Without `sunset`, the removal date is undecided. */
export interface Deprecation {
  since: string;
  sunset?: string;
}
export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description?: string;
  schema: Schema;
}
interface Body {
  $ref?: string;
  content?: Record<string, { schema: Schema; example?: unknown }>;
}
export interface OperationObject {
  operationId: string;
  deprecated?: boolean;
  'x-deprecation'?: Deprecation;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
}
interface Description {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: Record<string, Record<string, unknown>>;
}

export interface Operation extends OperationObject {
  api: ApiName;
  method: string;
  path: string;
}

export type ApiName = 'shop' | 'auth';

export class ApiDocument {
  readonly operations: Operation[];

  constructor(
    readonly name: ApiName,
    private readonly description: Description,
  ) {
    this.operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        api: name,
        path,
        method: method.toUpperCase(),
        parameters: (operation.parameters ?? []).map((each) => this.resolved(each)),
      })),
    );
  }

  static read(root: string, name: ApiName): ApiDocument {
    const text = readFileSync(join(root, `docs/openapi/${name}.json`), 'utf8');
    return new ApiDocument(name, JSON.parse(text) as Description);
  }

  /** Tags of the OpenAPI document: resource types and other groups of operations. */
  get tags(): string[] {
    return this.description.tags.map(({ name }) => name);
  }

  /** Deprecated attributes and operations, keyed by name. */
  get deprecations(): ReadonlyMap<string, Deprecation | undefined> {
    const schemas = Object.values(this.description.components['schemas'] as Record<string, Schema>);
    const attributes = schemas.flatMap(({ properties = {} }) => Object.entries(properties));
    const operations = this.operations.map((each) => [`${each.method} ${each.path}`, each] as const);
    return new Map(
      [...attributes, ...operations].flatMap(([name, { deprecated, 'x-deprecation': dates }]) =>
        deprecated ? [[name, dates]] : [],
      ),
    );
  }

  introductionOf(tag: string): string | undefined {
    const { description } = this.description.tags.find(({ name }) => name === tag) ?? {};
    return description === tag ? undefined : description;
  }

  /** Resolves the `$ref` of an object. Returns an object without `$ref` unchanged. */
  resolved<T extends { $ref?: string }>(object: T): T {
    if (!object.$ref) return object;
    const [, , section, name] = object.$ref.split('/') as [string, string, string, string];
    return this.resolved(this.description.components[section]![name] as T);
  }

  mediaTypesOf(body: Body): string[] {
    return Object.keys(this.resolved(body).content ?? {});
  }

  schemaOf(body: Body | undefined): Schema | undefined {
    const content = body && this.resolved(body).content;
    const [first] = Object.values(content ?? {});
    return first && this.resolved(first.schema);
  }

  /** Returns the example response of an operation without the members that all responses have. */
  exampleOf({ responses }: OperationObject): object | undefined {
    const contents = Object.values(responses).flatMap((body) =>
      Object.values(this.resolved(body).content ?? {}),
    );
    const { example } = contents.find((content) => content.example !== undefined) ?? {};
    if (example === undefined) return undefined;
    const { jsonapi: _version, links: _links, ...shown } = example as Record<string, unknown>;
    return shown;
  }

  /** Returns the schema at a path of property names. For an array, continues with the schema of its items. */
  at(schema: Schema | undefined, ...names: string[]): Schema | undefined {
    let found = schema && this.resolved(schema);
    for (const name of names) {
      const next = found?.properties?.[name];
      found = next && this.resolved(next);
      if (found?.items) found = this.resolved(found.items);
    }
    return found;
  }

  errorCodesOf({ responses }: OperationObject): string[] {
    const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    return failures.flatMap(([, body]) => this.codesIn(this.at(this.schemaOf(body), 'errors')));
  }

  private codesIn(schema: Schema | undefined): string[] {
    if (!schema) return [];
    const { properties, anyOf = [], allOf = [] } = this.resolved(schema);
    const code = properties?.['code']?.const;
    const deeper = [...anyOf, ...allOf].flatMap((each) => this.codesIn(each));
    return typeof code === 'string' ? [code, ...deeper] : deeper;
  }
}
