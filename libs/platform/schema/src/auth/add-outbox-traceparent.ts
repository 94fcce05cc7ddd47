import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace that a change of auth data was made in, as the shop's log has it of its own events. */
export class AddOutboxTraceparent1795372800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.event_outbox ADD COLUMN traceparent text');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.event_outbox DROP COLUMN traceparent');
  }
}
