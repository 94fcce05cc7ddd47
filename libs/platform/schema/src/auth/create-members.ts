import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Members of a shop, each with a role: who owned it until now is an owner. What stood in `shop_owners` is a view of those alone, so that a service of the version before
 * sees no member as an owner, and may add one, while both run.
 */
export class CreateMembers1795364000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(down);
  }
}

const up = `
ALTER TABLE auth.shop_owners RENAME TO members;
ALTER TABLE auth.members RENAME CONSTRAINT shop_owners_pkey TO members_pkey;
ALTER INDEX auth.shop_owners_owner_id_shop_id_idx RENAME TO members_owner_id_shop_id_idx;
ALTER TABLE auth.members
  ADD role text COLLATE "C" NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'administrator', 'staff', 'read_only')),
  -- What somebody of the staff may do; the other roles say it themselves.
  ADD scopes text[],
  ADD updated_at timestamptz NOT NULL DEFAULT now(),
  ADD CHECK ((role = 'staff') = (scopes IS NOT NULL));

-- Its rows are checked as those of the table: by the policies of who asks.
CREATE VIEW auth.shop_owners WITH (security_invoker = true) AS
  SELECT shop_id, owner_id, created_at FROM auth.members WHERE role = 'owner' WITH LOCAL CHECK OPTION;
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.shop_owners TO storewright_auth;

-- The address of somebody who is a member of the shop of the context.
CREATE FUNCTION auth.member_email(owner uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
  AS $$ SELECT o.email FROM auth.owners o WHERE o.id = owner
    AND EXISTS (SELECT FROM auth.members m WHERE m.shop_id = auth.current_shop() AND m.owner_id = owner) $$;
REVOKE EXECUTE ON FUNCTION auth.member_email(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.member_email(uuid) TO storewright_auth;
`;

const down = `
DROP FUNCTION auth.member_email(uuid);
DROP VIEW auth.shop_owners;
DELETE FROM auth.members WHERE role <> 'owner';
ALTER TABLE auth.members DROP role, DROP scopes, DROP updated_at;
ALTER TABLE auth.members RENAME TO shop_owners;
ALTER TABLE auth.shop_owners RENAME CONSTRAINT members_pkey TO shop_owners_pkey;
ALTER INDEX auth.members_owner_id_shop_id_idx RENAME TO shop_owners_owner_id_shop_id_idx;
`;
