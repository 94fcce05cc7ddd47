-- Limits of an app per day (UTC) in one shop. null means unlimited.
ALTER TABLE auth.installations ADD COLUMN daily_request_limit integer, ADD COLUMN daily_write_limit integer;
ALTER TABLE auth.installations ADD CONSTRAINT installations_daily_request_limit_check CHECK (daily_request_limit > 0);
ALTER TABLE auth.installations ADD CONSTRAINT installations_daily_write_limit_check CHECK (daily_write_limit > 0);

-- Copies for the token check, because the shop API cannot read installations.
ALTER TABLE auth.oauth_tokens ADD COLUMN daily_request_limit integer, ADD COLUMN daily_write_limit integer;

-- Returns the requests or writes that count for a daily limit of an installation of the current shop. The shop API
-- writes these counts, so the auth API cannot read their rows.
CREATE FUNCTION auth.daily_count(counted text, installation uuid) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT coalesce((
    SELECT r.points FROM auth.installations i
      JOIN auth.rate_limits r ON r.key = 'shop-api:daily-' || counted || ':' || i.id
    WHERE i.shop_id = auth.current_shop() AND i.id = installation
      AND r.expire > extract(epoch FROM now()) * 1000), 0)
$$;
REVOKE EXECUTE ON FUNCTION auth.daily_count(text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.daily_count(text, uuid) TO storewright_auth;
