-- Suspension of all apps and access tokens of a shop, and of a single app.
ALTER TABLE auth.shops ADD COLUMN api_suspended boolean NOT NULL DEFAULT false;
ALTER TABLE auth.installations ADD COLUMN suspended boolean NOT NULL DEFAULT false;

-- Copy of installations.suspended for the token check, because the shop API cannot read installations.
ALTER TABLE auth.oauth_tokens ADD COLUMN suspended boolean NOT NULL DEFAULT false;

-- Returns the email of the developer of an app that was installed in the current shop.
CREATE FUNCTION auth.developer_email(app uuid) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT o.email FROM auth.apps a JOIN auth.owners o ON o.id = a.owner_id
  WHERE a.id = app
    AND EXISTS (SELECT FROM auth.installations i WHERE i.shop_id = auth.current_shop() AND i.app_id = app)
$$;
REVOKE EXECUTE ON FUNCTION auth.developer_email(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.developer_email(uuid) TO storewright_auth;
