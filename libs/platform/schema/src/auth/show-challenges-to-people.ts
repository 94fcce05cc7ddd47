import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a person's context count the passkey challenges that the person has not answered. */
export class ShowChallengesToPeople1795723200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE POLICY of_owner ON auth.passkey_challenges FOR SELECT TO storewright_auth
        USING (owner_id = (SELECT auth.current_owner()))`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP POLICY of_owner ON auth.passkey_challenges');
  }
}
