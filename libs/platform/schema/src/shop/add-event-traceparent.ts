import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The trace that an event was written in, where traces are wanted, so that its webhooks are part of it. The transaction says it (`app.traceparent`).
 */
export class AddEventTraceparent1795352400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shop.events ADD COLUMN traceparent text');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shop.events DROP COLUMN traceparent');
  }
}
