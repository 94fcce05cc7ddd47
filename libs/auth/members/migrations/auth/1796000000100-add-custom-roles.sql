-- Roles that a shop defines, the last visit of a member, and shops that require a second factor.
CREATE TABLE auth.roles (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  name_key text COLLATE "C" NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id)
);
CREATE UNIQUE INDEX roles_name ON auth.roles (shop_id, name_key);
ALTER TABLE auth.roles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.roles USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.roles TO storewright_auth;

ALTER TABLE auth.members ADD COLUMN role_id uuid, ADD COLUMN last_seen_at timestamptz;
CREATE INDEX members_role ON auth.members (shop_id, role_id) WHERE role_id IS NOT NULL;

ALTER TABLE auth.invitations ADD COLUMN role_id uuid;

ALTER TABLE auth.shops ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;
