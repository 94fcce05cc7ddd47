import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The values that the text of a mail names, such as the shop and the app. Mails are claimed with these by a function of another name, because services of
 * the version before still call the existing one.
 */
export class AddMailDetails1795706822355 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION auth.claim_mail_with_details(integer);
      ALTER TABLE auth.outgoing_mails DROP COLUMN details`);
  }
}

const up = `
ALTER TABLE auth.outgoing_mails ADD COLUMN details jsonb NOT NULL DEFAULT '{}';

CREATE FUNCTION auth.claim_mail_with_details(lease_seconds integer)
RETURNS TABLE (id uuid, kind text, email text, language text, shop_domain text, attempts integer, details jsonb)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
  WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now() ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING m.id, m.kind, m.email, m.language, m.shop_domain, m.attempts, m.details $$;
REVOKE EXECUTE ON FUNCTION auth.claim_mail_with_details(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.claim_mail_with_details(integer) TO storewright_auth;
`;
