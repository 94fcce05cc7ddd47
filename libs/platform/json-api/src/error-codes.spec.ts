import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorCodes } from './error-codes';

interface Section {
  code: string;
  status: number;
  title: string;
  meaning: string;
  advice: string;
}
const page = readFileSync(resolve(__dirname, '../../../../docs/errors.md'), 'utf8');
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((section): Section => {
    const [, status, code, title, meaning, advice] =
      /^(\d{3}) `(\w+)`\n\n\*\*(.+?)\.\*\* (.+)\n\n(.+)\n$/.exec(section.replace(/\n+$/, '\n')) ?? [];
    if (!advice) throw new Error(`docs/errors.md: cannot read the section "${section.split('\n', 1)[0]}"`);
    return { code: code!, status: Number(status), title: title!, meaning: meaning!, advice };
  });

describe('docs/errors.md', () => {
  it('has one section for each code and for nothing else, in the same order', () => {
    expect(sections.map(({ code }) => code)).toEqual(Object.keys(errorCodes));
  });

  it('gives each code the status, title and meaning that the code has', () => {
    const written = sections.map(({ code, status, title, meaning }) => [code, [status, title, meaning]]);
    expect(Object.fromEntries(written)).toEqual(errorCodes);
  });

  it('says what to do about each', () => {
    for (const { advice } of sections) expect(advice).toMatch(/^.{15,}\.$/);
  });
});

describe('the codes', () => {
  it('are stable snake_case names with a status of their class and one title each', () => {
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

  it('cover the table of the contract (CONTRACT §2)', () => {
    const table: Record<number, string[]> = {
      400: ['malformed_document', 'invalid_query_parameter'],
      401: ['unauthorized', 'invalid_token'],
      403: ['insufficient_scope', 'client_id_not_allowed', 'shop_suspended'],
      404: ['not_found', 'shop_not_found', 'nonce_not_found'],
      405: ['method_not_allowed'],
      409: [
        'type_mismatch',
        'id_mismatch',
        'already_exists',
        'illegal_transition',
        'idempotency_in_progress',
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
