-- Deletes an agent that no shop refers to after its last authorization request, like a deleted app.
CREATE OR REPLACE FUNCTION auth.remove_outdated(kind text, before timestamptz, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  removed integer;
  latest CONSTANT timestamptz := now() - CASE kind WHEN 'audit_entries' THEN interval '30 days' ELSE interval '1 day'
    END;
  bound CONSTANT timestamptz := least(before, latest);
BEGIN
  -- One worker at a time; the others have nothing to do.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('auth.remove_outdated', 0)) THEN
    RETURN 0;
  END IF;
  CASE kind
  WHEN 'nonces' THEN
    DELETE FROM auth.nonces WHERE digest IN (SELECT digest FROM auth.nonces WHERE expires_at < bound LIMIT most);
  WHEN 'oauth_tokens' THEN
    DELETE FROM auth.oauth_tokens t USING (
      SELECT o.shop_id, o.id FROM auth.oauth_tokens o WHERE o.status <> 'active' AND o.updated_at < bound
        AND NOT EXISTS (SELECT FROM auth.nonces n WHERE n.shop_id = o.shop_id
          AND n.oauth_token_id = o.id) LIMIT most) old
    WHERE t.shop_id = old.shop_id AND t.id = old.id;
  WHEN 'access_tokens' THEN
    DELETE FROM auth.access_tokens t USING (
      (SELECT shop_id, id FROM auth.access_tokens WHERE status = 'revoked' AND updated_at < bound LIMIT most)
      UNION (SELECT shop_id, id FROM auth.access_tokens WHERE expires_at < bound LIMIT most)) old
    WHERE t.shop_id = old.shop_id AND t.id = old.id;
  WHEN 'sessions' THEN
    DELETE FROM auth.sessions WHERE id IN (SELECT id FROM auth.sessions WHERE expires_at < bound LIMIT most);
  WHEN 'passkey_challenges' THEN
    DELETE FROM auth.passkey_challenges WHERE digest IN (SELECT digest FROM auth.passkey_challenges
      WHERE expires_at < bound LIMIT most);
  WHEN 'app_secrets' THEN
    DELETE FROM auth.app_secrets WHERE (app_id, generation) IN (SELECT app_id, generation FROM auth.app_secrets
      WHERE expires_at < bound LIMIT most);
  WHEN 'webhook_secrets' THEN
    DELETE FROM auth.webhook_secrets WHERE id IN (SELECT id FROM auth.webhook_secrets
      WHERE expires_at < bound LIMIT most);
  WHEN 'request_counts' THEN
    DELETE FROM auth.request_counts c USING (SELECT shop_id, hour, credential_id FROM auth.request_counts
      WHERE hour < bound LIMIT most) old
    WHERE c.shop_id = old.shop_id AND c.hour = old.hour AND c.credential_id = old.credential_id;
  WHEN 'installations' THEN
    DELETE FROM auth.installations i USING (
      SELECT u.shop_id, u.id FROM auth.installations u WHERE u.status = 'uninstalled' AND u.uninstalled_at < bound
        AND NOT EXISTS (SELECT FROM auth.oauth_tokens o WHERE o.shop_id = u.shop_id
          AND o.installation_id = u.id) LIMIT most) old
    WHERE i.shop_id = old.shop_id AND i.id = old.id;
  WHEN 'audit_entries' THEN
    RETURN auth.remove_audit_entries(bound, most);
  WHEN 'apps' THEN
    DELETE FROM auth.apps WHERE id IN (
      SELECT a.id FROM auth.apps a
      WHERE (a.deleted_at < bound OR (a.client_url IS NOT NULL AND a.updated_at < bound))
        AND NOT EXISTS (SELECT FROM auth.installations i WHERE i.app_id = a.id)
        AND NOT EXISTS (SELECT FROM auth.audit_entries e WHERE e.app_id = a.id) LIMIT most);
  WHEN 'app_requests' THEN
    DELETE FROM auth.app_requests r USING (SELECT shop_id, id FROM auth.app_requests
      WHERE requested_at < bound LIMIT most) old
    WHERE r.shop_id = old.shop_id AND r.id = old.id;
  WHEN 'device_authorizations' THEN
    DELETE FROM auth.device_authorizations WHERE id IN (SELECT id FROM auth.device_authorizations
      WHERE expires_at < bound LIMIT most);
  WHEN 'request_days' THEN
    DELETE FROM auth.request_days d USING (SELECT shop_id, installation_id, day FROM auth.request_days
      WHERE day < bound LIMIT most) old
    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;
  WHEN 'webhook_counts' THEN
    DELETE FROM auth.webhook_counts c USING (SELECT shop_id, installation_id, hour FROM auth.webhook_counts
      WHERE hour < bound LIMIT most) old
    WHERE c.shop_id = old.shop_id AND c.installation_id = old.installation_id AND c.hour = old.hour;
  WHEN 'webhook_days' THEN
    DELETE FROM auth.webhook_days d USING (SELECT shop_id, installation_id, day FROM auth.webhook_days
      WHERE day < bound LIMIT most) old
    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;
  END CASE;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END
$$;
