import { DatabaseError } from '@storewright/postgres-driver';
import { ApiError, ApiErrors, notFound, shown, Violations } from './api-error';
import { asApiError, errorCodesPage, errorDocument } from './error-document';
import { errorCodes } from './error-codes';

interface ErrorObject {
  id: string;
  links: { about: string; type?: string };
}
const documentOf = (error: ApiError | ApiErrors) =>
  JSON.parse(errorDocument(error, 'request-1', 'https://docs.test/errors')) as { errors: ErrorObject[] };
const problem = (code: keyof typeof errorCodes) => new ApiError(code, { detail: 'Do something.' });

describe('errorDocument', () => {
  it('contains all members that an error must have (docs/contract.md §2)', () => {
    const error = new ApiError('invalid_query_parameter', {
      detail: 'Send another one.',
      source: { parameter: 'sort' },
      meta: { allowed: ['id'] },
      type: 'https://profile.test/unsupported-sort',
      headers: { 'x-secret': 'header' },
      cause: new Error('inner secret'),
    });
    expect(documentOf(error)).toEqual({
      jsonapi: { version: '1.1' },
      errors: [
        {
          id: 'request-1',
          status: '400',
          code: 'invalid_query_parameter',
          title: 'Invalid query parameter',
          detail: 'Send another one.',
          source: { parameter: 'sort' },
          meta: { allowed: ['id'] },
          links: {
            about: 'https://docs.test/errors#invalid_query_parameter',
            type: 'https://profile.test/unsupported-sort',
          },
        },
      ],
    });
  });

  it('omits members of an error that have no value', () => {
    expect(Object.keys(documentOf(problem('not_found')).errors[0]!).sort()).toEqual(
      ['code', 'detail', 'id', 'links', 'status', 'title'].sort(),
    );
  });

  it('gives each error a unique id that begins with the request id (ER-14)', () => {
    const { errors } = documentOf(
      new ApiErrors([problem('not_found'), problem('not_found'), problem('not_found')]),
    );
    expect(errors.map(({ id }) => id)).toEqual(['request-1', 'request-1.2', 'request-1.3']);
  });
});

describe('Violations', () => {
  it.each([
    [['invalid_attribute', 'not_fillable'], 422],
    [['type_mismatch', 'invalid_attribute'], 400],
    [['invalid_query_parameter'], 400],
    [['invalid_attribute', 'unavailable'], 500],
  ] as const)('give errors with the codes %p the common status %d (ER-15)', (codes, status) => {
    expect(new ApiErrors(codes.map(problem)).status).toBe(status);
  });

  it('throw the violation itself if there is only one, ApiErrors for several, and nothing without violations', () => {
    const violations = new Violations();
    expect(() => violations.throwIfAny()).not.toThrow();
    violations.add('not_fillable', { detail: 'a' });
    expect(() => violations.throwIfAny()).toThrow(violations.errors[0]);
    violations.add('not_fillable', { detail: 'b' });
    expect(() => violations.throwIfAny()).toThrow(ApiErrors);
  });
});

describe('asApiError', () => {
  const secret = 'SELECT password_hash FROM auth.owners';

  it.each([
    [Object.assign(new Error(secret), { statusCode: 413 }), 413, 'payload_too_large'],
    [Object.assign(new Error(secret), { statusCode: 414 }), 414, 'uri_too_long'],
    [Object.assign(new Error(secret), { status: 404 }), 404, 'not_found'],
    [Object.assign(new Error(secret), { statusCode: 400 }), 400, 'malformed_request'],
    [Object.assign(new Error(secret), { status: 418 }), 400, 'malformed_request'],
    [Object.assign(new Error(secret), { status: 503 }), 500, 'internal_error'],
    [Object.assign(new Error(secret), { status: 42 }), 500, 'internal_error'],
    [new TypeError(secret), 500, 'internal_error'],
    [secret, 500, 'internal_error'],
    [undefined, 500, 'internal_error'],
    [null, 500, 'internal_error'],
  ])('creates an API error with only the status of an unknown error: %p', (thrown, status, code) => {
    const error = asApiError(thrown);
    expect(error).toMatchObject({ status, code, cause: thrown });
    expect(JSON.stringify(documentOf(error))).not.toContain('password_hash');
  });

  it.each([
    ['unavailable', 503, 'unavailable', '2'],
    ['rows_locked', 409, 'rows_locked', '1'],
    ['values_taken', 503, 'overloaded', '2'],
    ['timed_out', 503, 'overloaded', '2'],
    ['pool_exhausted', 503, 'overloaded', '2'],
    ['duplicate', 409, 'already_exists', undefined],
    ['value_out_of_range', 422, 'invalid_attribute', undefined],
  ] as const)('converts the database error %s to %i %s with Retry-After %s', (name, status, code, wait) => {
    const cause = new Error(secret);
    const error = asApiError(new DatabaseError(name, cause)) as ApiError;
    expect(error).toMatchObject({ status, code, cause });
    expect(error.headers?.['retry-after']).toBe(wait);
    expect(JSON.stringify(documentOf(error))).not.toContain('password_hash');
  });

  it('returns an ApiError unchanged', () => {
    const ours = problem('not_found');
    expect(asApiError(ours)).toBe(ours);
    const several = new ApiErrors([ours]);
    expect(asApiError(several)).toBe(several);
  });
});

it('notFound truncates the id that the client sent', () => {
  expect(notFound('meta', '7').message).toBe('No meta object has the id "7".');
  expect(notFound('meta', 'x'.repeat(500)).message.length).toBeLessThan(140);
  expect(shown('🦊'.repeat(81))).toBe('🦊'.repeat(80) + '…');
  expect(shown('\ud800')).toBe('\ufffd');
});

it('errorCodesPage has a section for every error code, to which the about link of an error refers', () => {
  const page = errorCodesPage();
  for (const code of Object.keys(errorCodes)) expect(page).toContain(`<section id="${code}">`);
});
