import type { JsonSchema } from '@storewright/json-api';

/** Hints of the protocol about the effects of a tool. */
export interface ToolAnnotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: false;
}

/** The HTTP request of a tool. */
export interface ToolRequest {
  /** HTTP method in capitals. */
  method: string;
  /** Path, which can contain `{id}`. */
  path: string;
  /** Schemas of query parameters by their names, such as `filter[title][eq]`. */
  query: Readonly<Record<string, JsonSchema>>;
  /** The request body. Absent for a tool without one. */
  body?: { mediaType: string; type?: string };
}

/** Credentials with which a tool can be called. */
export interface ToolAccess {
  /** All required scopes by the name of the security scheme in the OpenAPI document. */
  scopes: Readonly<Record<string, readonly string[]>>;
  /** Scopes of which the token needs at least one. Absent if `scopes` is complete. */
  oneOf?: readonly string[];
}

/** A tool of the MCP server. It sends one request to the shop API. */
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
