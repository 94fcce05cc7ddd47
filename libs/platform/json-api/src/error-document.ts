import { DatabaseError } from '@storewright/postgres-driver';
import { ApiError, ApiErrors } from './api-error';
import { responseToProblem } from './database-problems';
import { errorCodes } from './error-codes';

/** Pattern of request ids. Its characters need no escaping in a header, log line, JSON text or path. */
export const requestIdPattern = '^[\\w.-]{1,64}$';

/**
 * Renders an error document (docs/contract.md §2). The first error has the request id as its id. Further
 * errors append a number to the request id, because error ids must be unique. `docs` is the URL of the page
 * about error codes. `holds` returns true if the token has a scope.
 */
export function errorDocument(
  error: ApiError | ApiErrors,
  requestId: string,
  docs: string,
  holds: (scope: string) => boolean = () => false,
): string {
  const errors = error instanceof ApiErrors ? error.errors : [error];
  return JSON.stringify({
    jsonapi: { version: '1.1' },
    errors: errors.map((each, at) => ({
      id: at === 0 ? requestId : `${requestId}.${at + 1}`,
      links: { about: `${docs}#${each.code}`, ...(each.type ? { type: each.type } : {}) },
      status: String(each.status),
      code: each.code,
      title: each.title,
      ...told(each, holds),
    })),
  });
}

function told({ message, source, meta, disclosed }: ApiError, holds: (scope: string) => boolean): object {
  const whole = !disclosed
    ? { detail: message, meta }
    : holds(disclosed.scope)
      ? { meta, ...disclosed }
      : { detail: `${message} A token with the scope "${disclosed.scope}" gets more details.`, meta };
  return { detail: whole.detail, ...(source && { source }), ...(whole.meta && { meta: whole.meta }) };
}

/**
 * Converts any thrown value to an API error. The API error of an unknown exception contains only a status.
 */
export function asApiError(thrown: unknown): ApiError | ApiErrors {
  if (thrown instanceof ApiError || thrown instanceof ApiErrors) return thrown;
  if (thrown instanceof DatabaseError) return responseToProblem(thrown);
  const status = statusOf(thrown);
  const cause = thrown;
  if (status === 413)
    return new ApiError('payload_too_large', {
      detail: 'The body is larger than the limit. Send a smaller body.',
      cause,
    });
  if (status === 414)
    return new ApiError('uri_too_long', {
      detail: 'The URL is longer than the limit. Send a shorter URL.',
      cause,
    });
  if (status === 404) return new ApiError('not_found', { detail: 'No route matches this path.', cause });
  if (status !== undefined && status < 500) {
    return new ApiError('malformed_request', {
      detail: 'The request is not valid HTTP. Check the request line and the headers.',
      cause,
    });
  }
  return new ApiError('internal_error', {
    detail: 'An unexpected error occurred. Retry later. If the error persists, send its id to the operator.',
    cause,
  });
}

function statusOf(thrown: unknown): number | undefined {
  const { status, statusCode } = (thrown ?? {}) as { status?: unknown; statusCode?: unknown };
  return [statusCode, status].find(
    (each): each is number => typeof each === 'number' && each >= 400 && each < 600,
  );
}

/** Renders the HTML page about error codes. The `about` link of an error refers to a section of this page. */
export function errorCodesPage(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, [status, title, meaning]]) =>
      `<section id="${code}"><h2>${status} <code>${code}</code></h2><p><b>${title}.</b> ${meaning}</p></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Error codes</title><h1>Error codes</h1>${rows.join('')}</html>`;
}
