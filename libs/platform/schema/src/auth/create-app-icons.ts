import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Icons of apps (docs/adr/app-icons.md). The bytes are in a table of their own, so that no list of apps reads them; the app itself says which icon it has. Who
 * names the app sees its icon, and its developer alone changes it.
 */
export class CreateAppIcons1795405300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE auth.app_icons;
      ALTER TABLE auth.apps DROP COLUMN icon_digest`);
  }
}

const up = `
-- SHA-256 of the bytes, in hex; null: it has none.
ALTER TABLE auth.apps ADD COLUMN icon_digest text COLLATE "C" CHECK (icon_digest ~ '^[0-9a-f]{64}$');

CREATE TABLE auth.app_icons (
  app_id uuid PRIMARY KEY REFERENCES auth.apps (id) ON DELETE CASCADE,
  media_type text COLLATE "C" NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Pictures are compressed already.
ALTER TABLE auth.app_icons ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE auth.app_icons ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_app ON auth.app_icons FOR SELECT USING (app_id = (SELECT auth.current_app()));
CREATE POLICY of_developer ON auth.app_icons
  USING (EXISTS (SELECT 1 FROM auth.apps a WHERE a.id = app_icons.app_id AND a.owner_id = (SELECT auth.current_owner())));
GRANT SELECT, INSERT, DELETE ON auth.app_icons TO storewright_auth;
`;
