import { errorCodes } from './error-codes';

describe('errorCodes', () => {
  it('contain only snake_case codes with an error status and a unique title', () => {
    const titles = new Set<string>();
    for (const [code, [status, title, meaning]] of Object.entries(errorCodes)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(meaning).toMatch(/\.$/);
      titles.add(title);
    }
    expect(titles.size).toBe(Object.keys(errorCodes).length);
  });

  it('include every code in the table of the contract (docs/contract.md §2)', () => {
    const table: Record<number, string[]> = {
      400: ['malformed_document', 'invalid_query_parameter'],
      401: ['unauthorized', 'invalid_token'],
      403: ['insufficient_scope', 'insufficient_role', 'client_id_not_allowed', 'shop_suspended'],
      404: ['not_found', 'shop_not_found', 'nonce_not_found'],
      405: ['method_not_allowed'],
      409: [
        'type_mismatch',
        'id_mismatch',
        'already_exists',
        'illegal_transition',
        'idempotency_in_progress',
        'rows_locked',
      ],
      410: ['nonce_expired', 'nonce_used'],
      412: ['precondition_failed'],
      413: ['payload_too_large'],
      422: [
        'invalid_attribute',
        'unknown_attribute',
        'not_fillable',
        'idempotency_key_reused',
        'number_out_of_range',
      ],
      429: ['rate_limited'],
      503: ['unavailable', 'overloaded'],
    };
    for (const [status, codes] of Object.entries(table))
      for (const code of codes) expect(errorCodes[code as keyof typeof errorCodes][0]).toBe(Number(status));
  });
});
