-- Requests to erase the data of a customer, or of a shop that uninstalled an app (docs/adr/erasure.md). The id of an
-- erasure is the id of its event.
CREATE TABLE auth.erasures (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  subject text COLLATE "C" NOT NULL CHECK (subject IN ('customer', 'shop')),
  customer_id uuid,
  resource text NOT NULL,
  requested_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  cleared_at timestamptz,
  PRIMARY KEY (shop_id, id),
  CHECK ((subject = 'customer') = (customer_id IS NOT NULL))
);
CREATE INDEX erasures_customer ON auth.erasures (shop_id, customer_id, id) WHERE customer_id IS NOT NULL;
ALTER TABLE auth.erasures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.erasures USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT ON auth.erasures TO storewright_auth;
GRANT SELECT, UPDATE (cleared_at) ON auth.erasures TO storewright_hooks;

-- One row for each app that must confirm an erasure. The name of the app stays after the app was deleted.
CREATE TABLE auth.erasure_requests (
  shop_id uuid NOT NULL,
  erasure_id uuid NOT NULL,
  installation_id uuid NOT NULL,
  app_id uuid NOT NULL,
  app_name text NOT NULL,
  sends integer NOT NULL DEFAULT 0,
  mails integer NOT NULL DEFAULT 0,
  next_send_at timestamptz,
  last_sent_at timestamptz,
  last_status integer,
  last_error text,
  delivered_at timestamptz,
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  escalated_at timestamptz,
  PRIMARY KEY (shop_id, erasure_id, installation_id),
  FOREIGN KEY (shop_id, erasure_id) REFERENCES auth.erasures (shop_id, id)
);
CREATE INDEX erasure_requests_next_send ON auth.erasure_requests (next_send_at) WHERE next_send_at IS NOT NULL;
CREATE INDEX erasure_requests_app ON auth.erasure_requests (erasure_id, app_id);
CREATE INDEX erasure_requests_installation ON auth.erasure_requests (shop_id, installation_id);
ALTER TABLE auth.erasure_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.erasure_requests USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, UPDATE ON auth.erasure_requests TO storewright_auth;

-- Opens the erasure of a customer in the current shop for every app that may have read or received the customer's
-- data: apps with access since `since` that ever had a scope of one of the resources. Returns the number of apps, or
-- NULL if the erasure exists.
CREATE FUNCTION auth.open_customer_erasure(erasure uuid, customer uuid, requested timestamptz, since timestamptz,
  document text, resources text[]) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  receivers integer;
BEGIN
  INSERT INTO auth.erasures (shop_id, id, subject, customer_id, resource, requested_at, due_at)
  VALUES (auth.current_shop(), erasure, 'customer', customer, document, requested, requested + interval '30 days')
  ON CONFLICT (shop_id, id) DO NOTHING;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO auth.erasure_requests (shop_id, erasure_id, installation_id, app_id, app_name, next_send_at)
  SELECT i.shop_id, erasure, i.id, i.app_id, a.name, now()
  FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id
  WHERE i.shop_id = auth.current_shop() AND (i.status = 'installed' OR i.uninstalled_at >= since) AND EXISTS (
    SELECT FROM (
      SELECT unnest(i.scopes) AS scope
      UNION ALL
      SELECT unnest(t.scopes) FROM auth.oauth_tokens t WHERE t.shop_id = i.shop_id AND t.installation_id = i.id
      UNION ALL
      SELECT d.scope FROM auth.scope_days d WHERE d.shop_id = i.shop_id AND d.credential_id = i.id
      UNION ALL
      SELECT s.scope #>> '{}' FROM auth.audit_entries e, jsonb_path_query(e.detail, 'lax $.*[*]') AS s (scope)
      WHERE e.shop_id = i.shop_id AND e.app_id = i.app_id AND e.kind LIKE 'installations.%'
    ) ever WHERE split_part(ever.scope, '.', 1) = ANY (resources));
  GET DIAGNOSTICS receivers = ROW_COUNT;
  RETURN receivers;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.open_customer_erasure(uuid, uuid, timestamptz, timestamptz, text, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.open_customer_erasure(uuid, uuid, timestamptz, timestamptz, text, text[])
  TO storewright_hooks;

-- Returns the shop of an erasure that the app must confirm.
CREATE FUNCTION auth.shop_of_erasure(erasure uuid, app uuid) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$ SELECT r.shop_id FROM auth.erasure_requests r WHERE r.erasure_id = erasure AND r.app_id = app LIMIT 1 $$;
REVOKE EXECUTE ON FUNCTION auth.shop_of_erasure(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.shop_of_erasure(uuid, uuid) TO storewright_auth;

-- Leases the request whose next step is due.
CREATE FUNCTION auth.claim_erasure_request(lease_seconds integer)
  RETURNS TABLE (shop_id uuid, domain text, erasure_id uuid, installation_id uuid, app_id uuid, app_name text,
    subject text, resource text, requested_at timestamptz, webhook_url text, secrets text[], is_overdue boolean)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  WITH due AS (
    SELECT r.shop_id, r.erasure_id, r.installation_id FROM auth.erasure_requests r WHERE r.next_send_at <= now()
    ORDER BY r.next_send_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE auth.erasure_requests r SET next_send_at = now() + make_interval(secs => lease_seconds) FROM due
    WHERE r.shop_id = due.shop_id AND r.erasure_id = due.erasure_id AND r.installation_id = due.installation_id
    RETURNING r.*
  )
  SELECT c.shop_id, s.domain, c.erasure_id, c.installation_id, c.app_id, c.app_name, e.subject, e.resource,
    e.requested_at, a.webhook_url, ARRAY(SELECT w.sealed FROM auth.webhook_secrets w WHERE w.app_id = c.app_id
      AND (w.expires_at IS NULL OR w.expires_at > now()) ORDER BY w.generation DESC), now() >= e.due_at
  FROM claimed c JOIN auth.erasures e ON e.shop_id = c.shop_id AND e.id = c.erasure_id
    JOIN auth.shops s ON s.id = c.shop_id LEFT JOIN auth.apps a ON a.id = c.app_id AND a.deleted_at IS NULL
$$;
REVOKE EXECUTE ON FUNCTION auth.claim_erasure_request(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.claim_erasure_request(integer) TO storewright_hooks;

-- Records an attempt to reach an app of the current shop, queues the mail that is due to its developer, and plans the
-- next step: a retry with backoff, the reminder after 7 or 21 days, or the escalation. Without status and failure the
-- app has no webhook, so its developer gets a mail at once.
CREATE FUNCTION auth.settle_erasure_request(erasure uuid, installation uuid, http_status integer, failure text,
  is_delivered boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  row auth.erasure_requests;
  requested timestamptz;
  due timestamptz;
  mails_due integer;
  next_step timestamptz;
BEGIN
  SELECT r.* INTO row FROM auth.erasure_requests r
  WHERE r.shop_id = auth.current_shop() AND r.erasure_id = erasure AND r.installation_id = installation FOR UPDATE;
  SELECT e.requested_at, e.due_at INTO requested, due FROM auth.erasures e
  WHERE e.shop_id = row.shop_id AND e.id = erasure;
  mails_due := CASE WHEN now() >= requested + interval '21 days' THEN 3 WHEN now() >= requested + interval '7 days'
    THEN 2 WHEN http_status IS NULL AND failure IS NULL THEN 1 ELSE 0 END;
  next_step := CASE WHEN now() < requested + interval '7 days' THEN requested + interval '7 days'
    WHEN now() < requested + interval '21 days' THEN requested + interval '21 days' ELSE due END;
  IF NOT is_delivered AND (http_status IS NOT NULL OR failure IS NOT NULL) THEN
    next_step := least(next_step, now() + least(interval '6 hours',
      interval '1 minute' * power(2, least(row.sends, 9))));
  END IF;
  IF row.confirmed_at IS NOT NULL OR row.cancelled_at IS NOT NULL THEN
    next_step := NULL;
    mails_due := 0;
  END IF;
  UPDATE auth.erasure_requests r SET sends = r.sends + 1, mails = greatest(r.mails, mails_due), last_sent_at = now(),
    last_status = http_status, last_error = failure, next_send_at = next_step,
    delivered_at = CASE WHEN is_delivered THEN coalesce(r.delivered_at, now()) ELSE r.delivered_at END
  WHERE r.shop_id = row.shop_id AND r.erasure_id = erasure AND r.installation_id = installation;
  IF mails_due > row.mails THEN
    INSERT INTO auth.outgoing_mails (id, kind, email, details)
    SELECT auth.new_id(), 'erasure_due', o.email, jsonb_build_object('shop', s.name, 'name', row.app_name,
      'reference', erasure)
    FROM auth.shops s, auth.apps a JOIN auth.owners o ON o.id = a.owner_id
    WHERE s.id = row.shop_id AND a.id = row.app_id;
  END IF;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.settle_erasure_request(uuid, uuid, integer, text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.settle_erasure_request(uuid, uuid, integer, text, boolean) TO storewright_hooks;

-- Reports an overdue request of the current shop to its owners. Returns false if the app has confirmed.
CREATE FUNCTION auth.escalate_erasure_request(erasure uuid, installation uuid) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  UPDATE auth.erasure_requests r SET next_send_at = NULL, escalated_at = now()
  WHERE r.shop_id = auth.current_shop() AND r.erasure_id = erasure AND r.installation_id = installation
    AND r.confirmed_at IS NULL AND r.cancelled_at IS NULL AND r.escalated_at IS NULL;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO auth.outgoing_mails (id, kind, email, shop_domain, details)
  SELECT auth.new_id(), 'erasure_overdue', o.email, s.domain, jsonb_build_object('shop', s.name, 'name', r.app_name)
  FROM auth.erasure_requests r JOIN auth.shops s ON s.id = r.shop_id
    JOIN auth.members m ON m.shop_id = r.shop_id AND m.role = 'owner' JOIN auth.owners o ON o.id = m.owner_id
  WHERE r.shop_id = auth.current_shop() AND r.erasure_id = erasure AND r.installation_id = installation;
  RETURN true;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.escalate_erasure_request(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.escalate_erasure_request(uuid, uuid) TO storewright_hooks;
