-- Hash chain of the audit log of each shop (docs/adr/audit-log.md).

-- Actor of an entry: the kind of actor, and the token that sent the request. Entries of earlier releases have none.
ALTER TABLE auth.audit_entries ADD COLUMN actor text COLLATE "C", ADD COLUMN token_id uuid;

-- The end of each chain. Appending a link locks this row.
CREATE TABLE auth.audit_chains (
  shop_id uuid NOT NULL PRIMARY KEY REFERENCES auth.shops (id) ON DELETE CASCADE,
  sequence integer NOT NULL,
  hash bytea NOT NULL
) WITH (fillfactor = 50);
ALTER TABLE auth.audit_chains ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.audit_chains USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.audit_chains TO storewright_auth;

-- No foreign key refers to the entry, so that a link proves that a removed entry existed.
CREATE TABLE auth.audit_links (
  shop_id uuid NOT NULL REFERENCES auth.audit_chains (shop_id) ON DELETE CASCADE,
  sequence integer NOT NULL,
  entry_id uuid NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (shop_id, sequence),
  UNIQUE (shop_id, entry_id)
);
ALTER TABLE auth.audit_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.audit_links USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.audit_links TO storewright_auth;

-- Signed heads: the hash of the last link of a day (UTC), as a JWS.
CREATE TABLE auth.audit_heads (
  shop_id uuid NOT NULL REFERENCES auth.audit_chains (shop_id) ON DELETE CASCADE,
  sequence integer NOT NULL,
  day timestamptz NOT NULL,
  hash bytea NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  jws text NOT NULL,
  PRIMARY KEY (shop_id, sequence)
);
CREATE INDEX audit_heads_day ON auth.audit_heads (day);
ALTER TABLE auth.audit_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.audit_heads USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT ON auth.audit_heads TO storewright_auth;

-- JSON without spaces. Members are sorted by the code points of their names.
CREATE FUNCTION auth.canonical_json(value jsonb) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT
AS $$
BEGIN
  CASE jsonb_typeof(value)
  WHEN 'object' THEN
    RETURN (SELECT '{' || coalesce(string_agg(to_json(m.key)::text || ':' || auth.canonical_json(m.value), ','
      ORDER BY m.key COLLATE "C"), '') || '}' FROM jsonb_each(value) m);
  WHEN 'array' THEN
    RETURN (SELECT '[' || coalesce(string_agg(auth.canonical_json(e.value), ',' ORDER BY e.place), '') || ']'
      FROM jsonb_array_elements(value) WITH ORDINALITY e (value, place));
  WHEN 'number' THEN
    RETURN trim_scale(value::numeric)::text;
  ELSE
    RETURN value::text;
  END CASE;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.canonical_json(jsonb) FROM PUBLIC;

-- SHA-256 of the canonical JSON of an entry with its place in the chain. Members without a value are omitted.
CREATE FUNCTION auth.audit_hash(entry auth.audit_entries, sequence integer, previous_hash bytea) RETURNS bytea
  LANGUAGE sql STABLE SET search_path = pg_catalog
AS $$
  SELECT sha256(convert_to(concat('{',
    '"actor":' || to_json(entry.actor) || ',',
    '"app_id":"' || entry.app_id || '",',
    '"created_at":"', to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '",',
    '"detail":', auth.canonical_json(entry.detail), ',',
    '"id":"', entry.id, '",',
    '"kind":', to_json(entry.kind), ',',
    '"owner_id":"' || entry.owner_id || '",',
    '"previous_hash":"', encode(previous_hash, 'hex'), '",',
    '"request_id":' || to_json(entry.request_id) || ',',
    '"sequence":', sequence, ',',
    '"shop_id":"', entry.shop_id, '"',
    ',"token_id":"' || entry.token_id || '"',
    '}'), 'UTF8'))
$$;
REVOKE EXECUTE ON FUNCTION auth.audit_hash(auth.audit_entries, integer, bytea) FROM PUBLIC;

-- Starts the chain of a shop and links its existing entries in the order of their ids. Does nothing if the
-- chain exists.
CREATE FUNCTION auth.start_audit_chain(shop uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  entry auth.audit_entries;
  chain auth.audit_chains;
  next bytea;
BEGIN
  INSERT INTO auth.audit_chains (shop_id, sequence, hash) VALUES (shop, 0, decode(repeat('00', 32), 'hex'))
    ON CONFLICT (shop_id) DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT * INTO chain FROM auth.audit_chains c WHERE c.shop_id = shop FOR NO KEY UPDATE;
  FOR entry IN SELECT * FROM auth.audit_entries e WHERE e.shop_id = shop ORDER BY e.id LOOP
    chain.sequence := chain.sequence + 1;
    next := auth.audit_hash(entry, chain.sequence, chain.hash);
    INSERT INTO auth.audit_links (shop_id, sequence, entry_id, previous_hash, hash)
      VALUES (shop, chain.sequence, entry.id, chain.hash, next);
    chain.hash := next;
  END LOOP;
  UPDATE auth.audit_chains c SET sequence = chain.sequence, hash = chain.hash WHERE c.shop_id = shop;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.start_audit_chain(uuid) FROM PUBLIC;

-- Appends an entry to the chain of its shop. Locking the end of the chain gives concurrent writers an order.
CREATE FUNCTION auth.link_audit_entry() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  chain auth.audit_chains;
  next bytea;
BEGIN
  SELECT * INTO chain FROM auth.audit_chains c WHERE c.shop_id = NEW.shop_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM auth.start_audit_chain(NEW.shop_id);
    SELECT * INTO chain FROM auth.audit_chains c WHERE c.shop_id = NEW.shop_id FOR NO KEY UPDATE;
  END IF;
  -- The start of the chain links all entries that its transaction sees.
  IF EXISTS (SELECT FROM auth.audit_links l WHERE l.shop_id = NEW.shop_id AND l.entry_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  next := auth.audit_hash(NEW, chain.sequence + 1, chain.hash);
  INSERT INTO auth.audit_links (shop_id, sequence, entry_id, previous_hash, hash)
    VALUES (NEW.shop_id, chain.sequence + 1, NEW.id, chain.hash, next);
  UPDATE auth.audit_chains c SET sequence = chain.sequence + 1, hash = next WHERE c.shop_id = NEW.shop_id;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.link_audit_entry() FROM PUBLIC;

-- Runs at COMMIT, so that the lock on the end of the chain is the last lock of every transaction.
CREATE CONSTRAINT TRIGGER link_audit_entry AFTER INSERT ON auth.audit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.shop_id IS NOT NULL)
  EXECUTE FUNCTION auth.link_audit_entry();

-- Removes audit entries. The chain of a shop loses all links up to a signed head, which proves the start of the rest.
CREATE FUNCTION auth.remove_audit_entries(bound timestamptz, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  anchor record;
  removed integer;
  step integer;
BEGIN
  DELETE FROM auth.audit_entries WHERE id IN (SELECT id FROM auth.audit_entries
    WHERE shop_id IS NULL AND created_at < bound LIMIT most);
  GET DIAGNOSTICS removed = ROW_COUNT;
  FOR anchor IN
    SELECT h.shop_id, min(h.sequence) AS sequence FROM auth.audit_heads h
    WHERE h.day + interval '1 day' < bound
      AND EXISTS (SELECT FROM auth.audit_links l WHERE l.shop_id = h.shop_id AND l.sequence <= h.sequence)
    GROUP BY h.shop_id
  LOOP
    EXIT WHEN removed >= most;
    WITH links AS (
      DELETE FROM auth.audit_links l WHERE l.shop_id = anchor.shop_id AND l.sequence <= anchor.sequence
      RETURNING l.entry_id
    )
    DELETE FROM auth.audit_entries e USING links WHERE e.id = links.entry_id;
    GET DIAGNOSTICS step = ROW_COUNT;
    DELETE FROM auth.audit_heads h WHERE h.shop_id = anchor.shop_id AND h.sequence < anchor.sequence;
    removed := removed + step;
  END LOOP;
  RETURN removed;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.remove_audit_entries(timestamptz, integer) FROM PUBLIC;

-- Shops with linked entries of a completed day that no head covers.
CREATE FUNCTION auth.shops_without_audit_head(today timestamptz, after uuid, most integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT c.shop_id FROM auth.audit_chains c
    CROSS JOIN LATERAL (SELECT coalesce(max(h.sequence), 0) AS sequence FROM auth.audit_heads h
      WHERE h.shop_id = c.shop_id) head
    JOIN auth.audit_links l ON l.shop_id = c.shop_id AND l.sequence = head.sequence + 1
    JOIN auth.audit_entries e ON e.id = l.entry_id
  WHERE c.shop_id > after AND head.sequence < c.sequence AND e.created_at < today ORDER BY c.shop_id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION auth.shops_without_audit_head(timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.shops_without_audit_head(timestamptz, uuid, integer) TO storewright_auth;

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
      SELECT a.id FROM auth.apps a WHERE a.deleted_at < bound
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
