-- Queues access tokens that no request has used: for a notice if their last use is before notice_before, and for
-- expiry if it is before expire_before and the notice is a week old. The auth API repeats these checks. Tokens of
-- suspended shops cannot be used, so they are left out.
CREATE FUNCTION auth.queue_unused_tokens(notice_before timestamptz, expire_before timestamptz, most integer)
  RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  queued integer;
  week CONSTANT interval := interval '7 days';
BEGIN
  INSERT INTO auth.token_incidents (id, kind, digest, token_kind)
  SELECT auth.new_id(), CASE WHEN u.is_announced THEN 'expired' ELSE 'expiring' END, u.digest, 'access_token'
  FROM (
    SELECT t.digest, coalesce(t.last_used_at, t.created_at) AS used_at, t.unused_notice_at,
      coalesce(t.unused_notice_at > coalesce(t.last_used_at, t.created_at), false) AS is_announced
    FROM auth.access_tokens t JOIN auth.shops s ON s.id = t.shop_id AND s.status = 'active' AND NOT s.api_suspended
    WHERE t.session_id IS NULL AND t.status = 'active' AND (t.expires_at IS NULL OR t.expires_at > now())
  ) u
  WHERE u.used_at < least(notice_before, now() - week)
    AND (NOT u.is_announced OR (u.used_at < expire_before AND u.unused_notice_at < now() - week))
  LIMIT most
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS queued = ROW_COUNT;
  RETURN queued;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.queue_unused_tokens(timestamptz, timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.queue_unused_tokens(timestamptz, timestamptz, integer) TO storewright_hooks;
