import { type AuditKeys, signJson } from '@storewright/audit';
import type { DocumentRow, JsonSchema } from '@storewright/json-api';
import type { Shop } from '@storewright/tenancy';
import { erasureStates, requestStates } from './erasure.resource';

interface CertifiedApp {
  app_id: string;
  name: string;
  status: (typeof requestStates)[number];
  last_sent_at: string | null;
  confirmed_at: string | null;
}

/**
 * Certificate of an erasure with its state at the time `issued_at`. It contains ids, times and app names, but
 * no personal data.
 */
interface ErasureCertificate {
  shop_id: string;
  shop_domain: string;
  erasure_id: string;
  subject: string;
  customer_id: string | null;
  status: string;
  requested_at: string;
  due_at: string;
  cleared_at: string | null;
  apps: CertifiedApp[];
  issued_at: string;
}

/** Returns the certificate of an erasure as JSON, with a signature as a compact JWS. */
export function signedCertificate(
  keys: AuditKeys,
  { id: shop_id, domain: shop_domain }: Shop,
  { erasure, issuedAt }: { erasure: DocumentRow; issuedAt: Date },
): string {
  const { id, subject, customer_id, status, requested_at, due_at, cleared_at, apps } = erasure;
  const certificate = {
    ...{
      shop_id,
      shop_domain,
      erasure_id: id,
      subject,
      customer_id,
      status,
      requested_at,
      due_at,
      cleared_at,
    },
    ...{ apps: appsOf(apps), issued_at: issuedAt.toISOString() },
  } as ErasureCertificate;
  return JSON.stringify({ certificate, jws: signJson(keys, 'erasure-certificate+jws', certificate) });
}

function appsOf(apps: unknown): CertifiedApp[] {
  const parsed = (typeof apps === 'string' ? JSON.parse(apps) : apps) as CertifiedApp[];
  return parsed.map(({ app_id, name, status, last_sent_at, confirmed_at }) => ({
    ...{ app_id, name, status, last_sent_at: inUtc(last_sent_at), confirmed_at: inUtc(confirmed_at) },
  }));
}

/** Converts a time to UTC, because times in the JSON of Postgres have the offset of the database session. */
const inUtc = (time: string | null) => (time === null ? null : new Date(time).toISOString());

const uuid = { type: 'string', format: 'uuid' };
const timestamp = { type: 'string', format: 'date-time' };
const optionalTimestamp = { type: ['string', 'null'], format: 'date-time' };

function objectOf(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export const certificateSchema: JsonSchema = objectOf({
  certificate: objectOf({
    ...{ shop_id: uuid, shop_domain: { type: 'string' }, erasure_id: uuid },
    subject: { type: 'string', enum: ['customer', 'shop'] },
    customer_id: { type: ['string', 'null'], format: 'uuid' },
    status: { type: 'string', enum: [...erasureStates] },
    ...{ requested_at: timestamp, due_at: timestamp, cleared_at: optionalTimestamp },
    apps: {
      type: 'array',
      items: objectOf({
        ...{ app_id: uuid, name: { type: 'string' }, status: { type: 'string', enum: [...requestStates] } },
        ...{ last_sent_at: optionalTimestamp, confirmed_at: optionalTimestamp },
      }),
    },
    issued_at: timestamp,
  }),
  jws: {
    type: 'string',
    description:
      'The certificate as a compact JWS (RFC 7515). Its keys are at `/.well-known/audit-keys.json`.',
  },
});
