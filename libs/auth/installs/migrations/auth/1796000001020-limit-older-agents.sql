-- Gives agents that were installed before daily limits existed the limits of a new agent. Skips an installation
-- whose limits a member of the shop changed, because null is then the member's choice. A reinstallation keeps the
-- limits, so uninstalled agents are included.
WITH limited AS (
  UPDATE auth.installations i SET daily_request_limit = 10000, daily_write_limit = 1000, version = i.version + 1,
    scopes_granted_at = coalesce(i.scopes_granted_at, i.updated_at), updated_at = now()
  FROM auth.apps a
  WHERE a.id = i.app_id AND a.client_url IS NOT NULL
    AND i.daily_request_limit IS NULL AND i.daily_write_limit IS NULL
    AND NOT EXISTS (SELECT FROM auth.audit_entries e
      WHERE e.app_id = i.app_id AND e.shop_id = i.shop_id AND e.kind = 'installations.limits_changed'
        AND e.detail ->> 'installation_id' = i.id::text)
  RETURNING i.shop_id, i.id
)
UPDATE auth.oauth_tokens t SET daily_request_limit = 10000, daily_write_limit = 1000
FROM limited l
WHERE t.shop_id = l.shop_id AND t.installation_id = l.id AND t.status IN ('pending', 'active');
