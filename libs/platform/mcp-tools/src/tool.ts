import type { JsonSchema } from '@storewright/json-api';

/** MCP annotations: hints about the effects of a tool. */
export interface ToolAnnotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: false;
}

/** HTTP request that a tool sends. */
export interface ToolRequest {
  method: string;
  /** URL path, which can contain `{id}`. */
  path: string;
  /** JSON Schemas of query parameters, keyed by name, such as `filter[title][eq]`. */
  query: Readonly<Record<string, JsonSchema>>;
  /** Media type and resource type of the request body. Absent if the tool sends no body. */
  body?: { mediaType: string; type?: string };
}

/** Kinds of tokens and scopes that a tool requires. */
export interface ToolAccess {
  /** All required scopes, keyed by OpenAPI security scheme name. */
  scopes: Readonly<Record<string, readonly string[]>>;
  /** The token also needs at least one of these scopes. Absent if `scopes` is sufficient. */
  oneOf?: readonly string[];
}

/** An MCP tool that sends one request to the shop API. */
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
