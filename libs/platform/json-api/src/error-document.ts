import { ApiError, ApiErrors } from './api-error';
import { errorCodes } from './error-codes';

/** What a request id may be: no character of it has a meaning in a header, a line of a log, JSON or a path. */
export const requestIdPattern = '^[\\w.-]{1,64}$';

/**
 * The document of an error (docs/contract.md §2). The first error bears the request's id, further ones that id with their number, so that each
 * is unique (JSON:API "Error Objects"). `docs`: address of the page that explains the codes. `holds`: whether the token of the
 * request has a scope.
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
      : { detail: `${message} A token with the scope "${disclosed.scope}" is told more.`, meta };
  return { detail: whole.detail, ...(source && { source }), ...(whole.meta && { meta: whole.meta }) };
}

/** Whatever was thrown, as an error that a client may see: what is not ours says nothing but its status. */
export function asApiError(thrown: unknown): ApiError | ApiErrors {
  if (thrown instanceof ApiError || thrown instanceof ApiErrors) return thrown;
  const status = statusOf(thrown);
  const cause = thrown;
  if (status === 413) return new ApiError('payload_too_large', { detail: 'Send a smaller body.', cause });
  if (status === 414) return new ApiError('uri_too_long', { detail: 'Send a shorter address.', cause });
  if (status === 404) return new ApiError('not_found', { detail: 'No route matches this path.', cause });
  if (status !== undefined && status < 500) {
    return new ApiError('malformed_request', {
      detail: 'The request is not valid HTTP. Check the request line and the headers.',
      cause,
    });
  }
  return new ApiError('internal_error', {
    detail: 'Please try again; if it stays, tell the operator the id of this error.',
    cause,
  });
}

function statusOf(thrown: unknown): number | undefined {
  const { status, statusCode } = (thrown ?? {}) as { status?: unknown; statusCode?: unknown };
  return [statusCode, status].find(
    (each): each is number => typeof each === 'number' && each >= 400 && each < 600,
  );
}

/** The page that explains every code, as HTML text: what `links.about` leads to. */
export function errorCodesPage(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, [status, title, meaning]]) =>
      `<section id="${code}"><h2>${status} <code>${code}</code></h2><p><b>${title}.</b> ${meaning}</p></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Error codes</title><h1>Error codes</h1>${rows.join('')}</html>`;
}
