import type { INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { handledRoutes } from '@storewright/access';
import type { JsonSchema } from '@storewright/json-api';
import { type ApiDescription, openapiDocumentOf } from '@storewright/openapi';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Exchange } from './exchange';
import { asSent, closed, sparse } from './strict-schemas';

interface ResponseObject {
  headers?: Record<string, { $ref?: string; required?: boolean; schema?: JsonSchema }>;
  content?: Record<string, { schema: JsonSchema }>;
}
interface OperationObject {
  responses: Record<string, ResponseObject | { $ref: string }>;
}
interface OpenapiDocument {
  paths: Record<string, Record<string, OperationObject>>;
  components: Record<string, Record<string, unknown>>;
}

const elsewhere = /^\/(healthz|readyz|metrics|downloads|docs|llms\.txt|mcp)\b/;

/**
 * Cached OpenAPI checks of this process. Each cache entry belongs to one set of classes, injection tokens and
 * routes.
 */
const ofProcess: { declared: readonly unknown[]; answers: DocumentedAnswers }[] = [];

/**
 * Checks the status, headers, media type and body of responses against the OpenAPI document. Members that the
 * document does not declare are errors.
 */
export class DocumentedAnswers {
  private readonly document: OpenapiDocument;
  private readonly templates: readonly { template: string; form: RegExp }[];
  private readonly whole: Schemas;
  private readonly sparse: Schemas;
  private readonly sent: Schemas;

  /**
   * Returns the OpenAPI check for an application. Applications with the same classes and routes share one
   * check, because compiling the schemas takes a fifth of the CPU time of HTTP specs.
   */
  static of(application: INestApplicationContext, description: ApiDescription): DocumentedAnswers {
    const modules = application.get(ModulesContainer);
    const declared = [
      description,
      ...[...modules.values()].flatMap(({ metatype, providers }) => [metatype, ...providers.keys()]),
      ...handledRoutes(modules).map(({ method, path }) => `${method} ${path}`),
    ];
    const same = ofProcess.find(
      (each) =>
        each.declared.length === declared.length &&
        each.declared.every((value, index) => value === declared[index]),
    );
    if (same) return same.answers;
    const answers = new DocumentedAnswers(openapiDocumentOf(application, description));
    ofProcess.push({ declared, answers });
    return answers;
  }

  private constructor(document: JsonSchema) {
    this.document = document as unknown as OpenapiDocument;
    this.templates = Object.keys(this.document.paths)
      // Paths with fewer parameters are more specific.
      .sort((one, other) => one.split('{').length - other.split('{').length)
      .map((template) => ({
        template,
        form: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      }));
    this.whole = new Schemas(() => document);
    this.sparse = new Schemas(() => sparse(document));
    this.sent = new Schemas(() => sparse(asSent(document)));
  }

  faultOf({ method, path, response }: Pick<Exchange, 'method' | 'path' | 'response'>): string | undefined {
    const { status } = response;
    if (elsewhere.test(path)) return undefined;
    const operation = this.operationOf(method, path);
    if (operation === undefined)
      // The OpenAPI document describes neither unknown routes nor OPTIONS requests, which get 204.
      return status >= 400 || status === 204 ? undefined : 'the document lacks the route';
    // GET routes with side effects do not support HEAD.
    if (method === 'HEAD' && status === 405) return undefined;
    const answer = operation.responses[status];
    if (!answer) return `the document lacks the status ${status}`;
    const described = '$ref' in answer ? (this.resolve(answer.$ref) as ResponseObject) : answer;
    return (
      this.faultOfHeaders(described, response) ?? this.faultOfBody(described, { method, path, response })
    );
  }

  private operationOf(method: string, path: string): OperationObject | undefined {
    // Removes the scheme and host from a request target in absolute form (RFC 9112 §3.2.2).
    const plain = path.replace(/^https?:\/\/[^/]+/, '').split('?', 1)[0]!;
    const found = this.templates.find(({ form }) => form.test(plain));
    const named = method === 'HEAD' ? 'get' : method.toLowerCase();
    return found && this.document.paths[found.template]![named];
  }

  private faultOfHeaders(
    { headers = {} }: ResponseObject,
    { headers: sent }: Exchange['response'],
  ): string | undefined {
    for (const [name, header] of Object.entries(headers)) {
      const { required = false, schema } = (
        header.$ref ? this.resolve(header.$ref) : header
      ) as typeof header;
      const value = sent[name.toLowerCase()];
      if (value === undefined && required) return `the response lacks the header ${name}`;
      const typed = schema?.['type'] === 'integer' ? Number(value) : value;
      if (value !== undefined && schema && !this.whole.of(schema)(typed))
        return `the header ${name} is ${value}`;
    }
    return undefined;
  }

  private faultOfBody(
    { content }: ResponseObject,
    { method, path, response }: Pick<Exchange, 'method' | 'path' | 'response'>,
  ): string | undefined {
    if (method === 'HEAD') return undefined;
    if (!content) return response.text === '' ? undefined : 'the response has a body';
    const type = response.headers['content-type'] ?? '';
    const media = content[type] ?? content[type.split(';', 1)[0]!];
    if (!media) return `the document lacks the media type ${type}`;
    if (response.body === undefined) return undefined;
    const isSparse = /[?&]fields(\[|%5B)/i.test(path);
    const [schema, { body }] = [media.schema, response];
    if (method === 'GET') return (isSparse ? this.sparse : this.whole).faultOf(schema, body);
    // A token without read access receives only the attributes and relationships that the token's request
    // sent.
    const fault = this.whole.faultOf(schema, body);
    return fault === undefined || this.sent.faultOf(schema, body) === undefined ? undefined : fault;
  }

  private resolve(reference: string): unknown {
    const [kind, name] = reference.slice('#/components/'.length).split('/') as [string, string];
    return this.document.components[kind]![name];
  }
}

class Schemas {
  private ajv: Ajv | undefined;
  private readonly compiled = new Map<JsonSchema, ValidateFunction>();

  constructor(private readonly document: () => JsonSchema) {}

  of(schema: JsonSchema): ValidateFunction {
    const known = this.compiled.get(schema);
    if (known) return known;
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/');
    this.ajv ??= this.ofDocument();
    const compiled = this.ajv.compile(JSON.parse(text) as JsonSchema);
    this.compiled.set(schema, compiled);
    return compiled;
  }

  private ofDocument(): Ajv {
    // Ajv does not validate the schemas, because Redocly has already validated the OpenAPI document. Ajv's
    // code optimizer is off, because it takes longer than it saves in specs.
    const ajv = new Ajv({
      strict: false,
      validateSchema: false,
      meta: false,
      validateFormats: true,
      code: { optimize: false },
    });
    addFormats(ajv);
    const { schemas } = this.document()['components'] as { schemas: Record<string, JsonSchema> };
    ajv.addSchema({ $id: 'document', components: { schemas: closed(schemas) } });
    return ajv;
  }

  faultOf(schema: JsonSchema, value: unknown): string | undefined {
    const validate = this.of(schema);
    if (validate(value)) return undefined;
    const told = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    return [...new Set(told)].slice(0, 10).join(', ');
  }
}
