export { allowedTools, type TokenScopes } from './allowed-tools';
export type { ApiDocument } from './api-document';
export type { ApiRequest } from './api-request';
export { callTool } from './call-tool';
export { bodyText, originRefusal, protocolAnswer } from './mcp-endpoint';
export type { Tool } from './tool';
export { type ApiAnswer, failed, type ToolResult } from './tool-result';
export { toolsOf } from './tools';
