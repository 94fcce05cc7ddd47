import type { TestService } from './test-service';

/** Kinds of entries that a person can cause without a session: with a link in a mail, or during a sign-in. */
const WITHOUT_SESSION = [
  'invitations.accepted',
  'owners.email_changed',
  'owners.password_changed',
  'recovery_codes.used',
];

/**
 * Expects that all audit entries of the database name the session of the person who sent the request, or the app. Call
 * it after the requests of a spec that causes many kinds of entries.
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
