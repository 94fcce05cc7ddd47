import { ApiError } from '@storewright/json-api';
import { checkTransition, nextStates, type States } from './states';

const states: States = { open: ['closed', 'lost'], lost: ['open'], closed: [] };

describe('checkTransition', () => {
  it.each([
    ['open', 'closed'],
    ['open', 'lost'],
    ['lost', 'open'],
    ['closed', 'closed'],
  ])('accepts the transition %s → %s', (from, to) => {
    expect(() => checkTransition(states, from, to, '/x', 'orders.get')).not.toThrow();
  });

  it.each([
    ['lost', 'closed', ['open']],
    ['closed', 'open', []],
  ])('throws 409 for the transition %s → %s and names the allowed states', (from, to, allowed) => {
    let thrown: unknown;
    try {
      checkTransition(states, from, to, '/data/attributes/status', 'orders.get');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({
      status: 409,
      code: 'illegal_transition',
      source: { pointer: '/data/attributes/status' },
      disclosed: { scope: 'orders.get', meta: { allowed } },
    });
  });

  it('allows the same transitions as the SQL of nextStates()', () => {
    expect(nextStates('t', { status: { a: ['b'], b: [] } })).toBe(
      `('{' || '"status": ' || CASE WHEN t.status = 'a' THEN '["b"]' WHEN t.status = 'b' THEN '[]' ELSE 'null' END || '}')::jsonb`,
    );
  });
});
