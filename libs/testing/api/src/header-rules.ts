import type { Exchange } from './exchange';
import type { Rule } from './rule';

const mediaType = 'application/vnd.api+json';

/**
 * False for health checks, metrics and the OpenAPI document, because their responses are not JSON:API
 * documents.
 */
const isOurs = ({ path }: Exchange) => !/^\/(healthz|readyz|metrics|api\/openapi\.json)\b/.test(path);

export function hasDocument(exchange: Exchange): boolean {
  return isOurs(exchange) && exchange.method !== 'HEAD' && exchange.response.text !== '';
}

const parametersOf = (contentType: string): string[] =>
  [...contentType.matchAll(/;\s*([^=;\s]+)=/g)].map(([, name]) => name!.toLowerCase());

const urisOf = (contentType: string, parameter: 'ext' | 'profile'): string[] =>
  (new RegExp(`${parameter}="([^"]*)"`).exec(contentType)?.[1] ?? '').split(' ').filter((uri) => uri !== '');

function typeOf({ response }: Exchange): string {
  return response.headers['content-type'] ?? '';
}

export const headerRules: Record<string, Rule> = {
  'CN-01': (exchange) =>
    hasDocument(exchange) && typeOf(exchange).split(';', 1)[0] !== mediaType
      ? `the media type is "${typeOf(exchange)}"`
      : undefined,
  'CN-02': (exchange) =>
    isOurs(exchange) && parametersOf(typeOf(exchange)).some((name) => name !== 'ext' && name !== 'profile')
      ? `the media type has an unknown parameter: "${typeOf(exchange)}"`
      : undefined,
  'CN-03': (exchange) => {
    if (!hasDocument(exchange)) return undefined;
    const named = urisOf(typeOf(exchange), 'ext');
    const { jsonapi = {}, ...document } = (exchange.response.body ?? {}) as Record<string, never>;
    const applied = ((jsonapi as { ext?: string[] }).ext ?? []).join();
    // Member names of JSON:API extensions contain a colon (rule DS-28 in docs/json-api.md).
    const members = Object.keys(document).some((name) => name.includes(':'));
    if (named.join() !== applied) return `Content-Type names [${named.join()}], the document [${applied}]`;
    return members && applied === '' ? 'members of an extension are there, which nothing names' : undefined;
  },
  'CN-04': (exchange) => {
    if (!hasDocument(exchange)) return undefined;
    const named = urisOf(typeOf(exchange), 'profile');
    const applied = (exchange.response.body?.jsonapi?.profile ?? []) as string[];
    return named.join() === applied.join()
      ? undefined
      : `Content-Type names [${named.join()}], the document [${applied.join()}]`;
  },
  'CN-19': (exchange) =>
    isOurs(exchange) && !/(^|,\s*)accept(\s*,|$)/i.test(exchange.response.headers['vary'] ?? '')
      ? `Vary is "${exchange.response.headers['vary'] ?? ''}"`
      : undefined,
  'HT-09': ({ response: { status, text, headers } }) =>
    (status === 204 || status === 304) && (text !== '' || headers['content-type'] !== undefined)
      ? `${status} with a body or a Content-Type`
      : undefined,
};
