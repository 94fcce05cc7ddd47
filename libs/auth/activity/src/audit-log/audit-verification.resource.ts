import { describeResource } from '@storewright/json-api';

const sequence = { type: ['integer', 'null'], minimum: 1 };
const problemSchema = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['changed', 'removed', 'inserted', 'head'] },
    sequence,
    entry_id: { type: ['string', 'null'], format: 'uuid' },
    detail: { type: 'string' },
  },
  required: ['kind', 'sequence', 'entry_id', 'detail'],
};

export const auditVerification = describeResource({
  type: 'audit_verifications',
  path: '/api/shops/:shop_id/audit_verification',
  singleton: true,
  attributes: {
    valid: 'boolean',
    entries: 'number',
    first_sequence: 'number',
    last_sequence: 'number',
    signed_sequence: 'number',
    problems: 'json',
    verified_at: 'timestamp',
  },
  description:
    'Result of a verification of the hash chain of a shop’s audit log. The id is that of the shop.',
  described: {
    valid: { description: 'True if all entries match the hash chain and its signed heads.' },
    entries: { description: 'Number of verified entries.' },
    first_sequence: {
      description: 'Sequence of the oldest entry. null without entries. Retention can remove older entries.',
      isNullable: true,
    },
    last_sequence: { description: 'Sequence of the newest entry. null without entries.', isNullable: true },
    signed_sequence: {
      description: 'Sequence of the last entry that a signed head covers. 0 without a head.',
    },
    problems: {
      description: 'Rows that do not match the chain, at most 100.',
      schema: { type: 'array', items: problemSchema },
    },
    verified_at: { description: 'Time of the verification.' },
  },
});
