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
  description: 'Result of verifying the hash chain of a shop’s audit log. Its id is the id of the shop.',
  described: {
    valid: { description: 'Whether all audit log entries match the hash chain and its signatures.' },
    entries: { description: 'Number of audit log entries that were verified.' },
    first_sequence: {
      description:
        'Sequence number of the oldest audit log entry. null if there is none. Retention deletes old entries.',
      isNullable: true,
    },
    last_sequence: {
      description: 'Sequence number of the newest audit log entry. null if there is none.',
      isNullable: true,
    },
    signed_sequence: {
      description:
        'Sequence number of the last audit log entry that a signature covers. 0 if there is no signature.',
    },
    problems: {
      description: 'Audit log rows that do not match the hash chain, at most 100.',
      schema: { type: 'array', items: problemSchema },
    },
    verified_at: { description: 'Time of the verification.' },
  },
});
