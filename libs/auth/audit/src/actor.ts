import type { AuditKind } from './audit-kinds';

/** Kind of the actor of an entry. */
export type Actor = 'person' | 'app' | 'operator' | 'platform';

/** Kinds without a request whose actor is the platform. Otherwise the operator ran a command. */
const ofPlatform = /^(?:webhooks|customers|developer_domains)\./;

/** Kinds that an anonymous request causes. The platform acts on the report, for example revokes a token. */
const ofReports = /\.(?:leaked|reported)$|^canary_tokens\.used$/;

interface ActedEntry {
  kind: AuditKind;
  owner_id?: string;
  request_id?: string;
}

/** Derives the actor of an entry. Only requests of people and apps have an id. */
export function actorOf({ kind, owner_id, request_id }: ActedEntry): Actor {
  if (ofReports.test(kind)) return 'platform';
  if (request_id === undefined) return ofPlatform.test(kind) ? 'platform' : 'operator';
  return owner_id === undefined ? 'app' : 'person';
}
