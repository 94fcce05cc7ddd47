import type { AuditKind } from './audit-kinds';

export type Actor = 'person' | 'app' | 'operator' | 'platform';

/**
 * Kinds of audit log entries whose actor is the platform if no request caused them. All other entries without
 * a request come from commands of the operator.
 */
const ofPlatform = /^(?:webhooks|customers|developer_domains)\./;

/**
 * Kinds of audit log entries that an anonymous request causes: a report of a leaked token, or the use of a
 * canary token. Their actor is the platform, which acts on the request, for example by revoking a token.
 */
const ofReports = /\.(?:leaked|reported)$|^canary_tokens\.used$/;

interface ActedEntry {
  kind: AuditKind;
  owner_id?: string;
  request_id?: string;
}

/** Derives the actor of an audit log entry. Only requests of people and apps have a request id. */
export function actorOf({ kind, owner_id, request_id }: ActedEntry): Actor {
  if (ofReports.test(kind)) return 'platform';
  if (request_id === undefined) return ofPlatform.test(kind) ? 'platform' : 'operator';
  return owner_id === undefined ? 'app' : 'person';
}
