import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds sessions of devices, which have limited access, and the program that requests a sign-in. Existing sessions from
 * a device code become sessions of devices.
 */
export class AddSessionKinds1795720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.sessions
        ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'full' CHECK (kind IN ('full', 'device'));
      ALTER TABLE auth.device_authorizations ADD COLUMN user_agent text CHECK (length(user_agent) <= 255);
      UPDATE auth.sessions s SET kind = 'device' FROM auth.audit_entries e
        WHERE e.owner_id = s.owner_id AND e.created_at >= s.created_at - interval '1 minute'
          AND e.kind = 'sessions.created' AND e.detail->>'by' = 'a device code'
          AND e.detail->>'session_id' = s.id::text`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.device_authorizations DROP COLUMN user_agent;
      ALTER TABLE auth.sessions DROP COLUMN kind`);
  }
}
