import { type Exchange, resolvePointer, sentDocument, sentParameters } from './exchange';
import { hasDocument } from './header-rules';
import type { Rule } from './rule';

interface SentError {
  id?: unknown;
  status?: unknown;
  code?: unknown;
  title?: unknown;
  detail?: unknown;
  source?: Record<string, unknown>;
  [member: string]: unknown;
}

const legalMembers = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'];
const internals =
  /node_modules|\bat [\w.<>]+ \(|\.[jt]s:\d+|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM) .*\b(shop|auth)\.|pg_\w+|\b(?:TypeError|QueryFailedError|ReferenceError|RangeError)\b/;

function errorsOf({ response }: Exchange): SentError[] {
  const errors = (response.body as { errors?: unknown } | undefined)?.errors;
  return Array.isArray(errors) ? (errors as SentError[]) : [];
}

function onErrors(check: (error: SentError, exchange: Exchange) => string | undefined): Rule {
  return (exchange) => {
    for (const error of errorsOf(exchange)) {
      const fault = check(error, exchange);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

/**
 * Returns the HTTP status for a list of error statuses. Returns 400 or 500 if the statuses differ (JSON:API
 * "Processing Errors").
 */
function mostGeneral(statuses: string[]): number {
  const distinct = new Set(statuses);
  if (distinct.size === 1) return Number(statuses[0]);
  return statuses.some((status) => status.startsWith('5')) ? 500 : 400;
}

export const errorRules: Record<string, Rule> = {
  'ER-01': (exchange) =>
    exchange.response.status >= 400 && hasDocument(exchange) && errorsOf(exchange).length === 0
      ? `${exchange.response.status} without errors`
      : undefined,
  'ER-02': onErrors((error) => {
    const foreign = Object.keys(error).filter((member) => !legalMembers.includes(member));
    return foreign.length ? `an error has the member "${foreign.join()}"` : undefined;
  }),
  'ER-03': (exchange) => {
    const statuses = errorsOf(exchange).map(({ status }) => status);
    if (statuses.length === 0) return undefined;
    if (!statuses.every((status) => typeof status === 'string' && /^[45]\d\d$/.test(status)))
      return `the statuses ${statuses.join()} are no texts of a status`;
    return statuses.length > 1 || Number(statuses[0]) === exchange.response.status
      ? undefined
      : `the error has status ${String(statuses[0])}, but the response has ${exchange.response.status}`;
  },
  'ER-04': onErrors(({ id, code, title, detail }) =>
    [id, code, title, detail].every((text) => typeof text === 'string' && text !== '')
      ? undefined
      : 'id, code, title or detail is no text',
  ),
  'ER-06': onErrors(({ source }) => {
    if (source === undefined) return undefined;
    const known = Object.keys(source).every((name) => ['pointer', 'parameter', 'header'].includes(name));
    const texts = Object.values(source).every((value) => typeof value === 'string');
    const { pointer } = source;
    const legal = typeof pointer !== 'string' || /^(\/([^~/]|~[01])*)*$/.test(pointer);
    return known && texts && legal ? undefined : `the source ${JSON.stringify(source)} is not legal`;
  }),
  'ER-07': (exchange) => {
    const pointers = errorsOf(exchange).map(({ source }) => source?.['pointer']);
    if (!pointers.some((pointer) => typeof pointer === 'string')) return undefined;
    const document = sentDocument(exchange);
    const lost = pointers.find((each) => typeof each === 'string' && !resolvePointer(document, each));
    return lost === undefined
      ? undefined
      : `the document of the request has nothing at ${JSON.stringify(lost).slice(0, 200)}`;
  },
  'ER-08': onErrors(({ source }, exchange) => {
    const parameter = source?.['parameter'];
    if (typeof parameter !== 'string' || sentParameters(exchange).has(parameter)) return undefined;
    return `the request has no parameter ${JSON.stringify(parameter)}`;
  }),
  'ER-11': onErrors((error, { path, body }) => {
    const found = internals.exec(JSON.stringify(error))?.[0];
    const own = found === undefined || path.includes(found) || body?.includes(found);
    return own ? undefined : `the error reveals internals: "${found}"`;
  }),
  'ER-12': ({ response: { status } }) => (status >= 500 ? `the answer is ${status}` : undefined),
  'ER-13': (exchange) =>
    exchange.response.status >= 400 && exchange.method !== 'HEAD' && errorsOf(exchange).length === 0
      ? `${exchange.response.status} without an errors document`
      : undefined,
  'ER-15': (exchange) => {
    const statuses = errorsOf(exchange).map(({ status }) => String(status));
    if (statuses.length === 0 || mostGeneral(statuses) === exchange.response.status) return undefined;
    return `the response to ${statuses.join()} has status ${exchange.response.status}`;
  },
  'X-Request-Id': (exchange) => {
    const [first] = errorsOf(exchange);
    return first && first.id !== exchange.response.headers['x-request-id']
      ? 'errors[0].id is not the X-Request-Id'
      : undefined;
  },
};
