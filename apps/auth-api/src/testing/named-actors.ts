import type { TestService } from './test-service';

/**
 * Kinds of audit log entries that a person can cause without a session: by a link in an email, or during
 * sign-in.
 */
const WITHOUT_SESSION = [
  'invitations.accepted',
  'owners.email_changed',
  'owners.password_changed',
  'recovery_codes.used',
];

/**
 * Expects the audit log entries of people to name the session, and the entries of apps to name the app. Call
 * this function at the end of a spec that causes many kinds of entries.
 */
export async function expectNamedActors({ database }: TestService): Promise<void> {
  const entries = await database.query<{ kind: string }>(
    `SELECT DISTINCT kind FROM auth.audit_entries
     WHERE (actor = 'person' AND (owner_id IS NULL OR token_id IS NULL) AND kind <> ALL ($1))
       OR (actor = 'app' AND app_id IS NULL) OR actor IS NULL ORDER BY kind`,
    [WITHOUT_SESSION],
  );
  expect(entries).toEqual([]);
}
