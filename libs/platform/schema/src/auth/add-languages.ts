import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The language of a person, and of a mail to an address that may be nobody's. Mails are claimed with it by a function of another name: the result of
 * the one before must not change under services of the version before.
 */
export class AddLanguages1795394700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION auth.claim_next_mail(integer);
      ALTER TABLE auth.outgoing_mails DROP COLUMN language;
      ALTER TABLE auth.owners DROP COLUMN language`);
  }
}

const up = `
-- Which ones there are, the API says: another one needs no migration.
ALTER TABLE auth.owners ADD COLUMN language text COLLATE "C" CHECK (language ~ '^[a-z]{2}$');
ALTER TABLE auth.outgoing_mails ADD COLUMN language text COLLATE "C" CHECK (language ~ '^[a-z]{2}$');

CREATE FUNCTION auth.claim_next_mail(lease_seconds integer)
RETURNS TABLE (id uuid, kind text, email text, language text, shop_domain text, attempts integer)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
  WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now() ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING m.id, m.kind, m.email, m.language, m.shop_domain, m.attempts $$;
REVOKE EXECUTE ON FUNCTION auth.claim_next_mail(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.claim_next_mail(integer) TO storewright_auth;
`;
