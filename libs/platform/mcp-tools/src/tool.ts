import type { JsonSchema } from '@storewright/json-api';

export interface ToolAnnotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: false;
}

export interface ToolRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, JsonSchema>>;
  /**
   * Media type of the request body and the type of its resource object. Absent if the request has no body.
   */
  body?: { mediaType: string; type?: string };
}

export interface ToolAccess {
  /** Scopes that a token needs, keyed by the name of the OpenAPI security scheme. */
  scopes: Readonly<Record<string, readonly string[]>>;
  /** Scopes of which a token needs at least one, in addition to all scopes in `scopes`. */
  oneOf?: readonly string[];
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: ToolAnnotations;
  request: ToolRequest;
  access: ToolAccess;
}
