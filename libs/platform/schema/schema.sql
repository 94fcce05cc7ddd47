-- What the migrations make. Written by `npm run schema:print` and compared by a spec; do not edit.

CREATE ROLE storewright_auth LOGIN;
ALTER ROLE storewright_auth SET DateStyle=ISO,YMD;
ALTER ROLE storewright_auth SET IntervalStyle=iso_8601;
ALTER ROLE storewright_auth SET TimeZone=UTC;
ALTER ROLE storewright_auth SET extra_float_digits=1;
ALTER ROLE storewright_auth SET idle_in_transaction_session_timeout=5s;
ALTER ROLE storewright_auth SET jit=off;
ALTER ROLE storewright_auth SET lock_timeout=2s;
ALTER ROLE storewright_auth SET log_error_verbosity=terse;
ALTER ROLE storewright_auth SET log_min_error_statement=panic;
ALTER ROLE storewright_auth SET plan_cache_mode=force_generic_plan;
ALTER ROLE storewright_auth SET statement_timeout=15s;
ALTER ROLE storewright_auth SET tcp_keepalives_count=3;
ALTER ROLE storewright_auth SET tcp_keepalives_idle=10s;
ALTER ROLE storewright_auth SET tcp_keepalives_interval=2s;
ALTER ROLE storewright_auth SET tcp_user_timeout=15s;
CREATE ROLE storewright_hooks LOGIN;
ALTER ROLE storewright_hooks SET DateStyle=ISO,YMD;
ALTER ROLE storewright_hooks SET IntervalStyle=iso_8601;
ALTER ROLE storewright_hooks SET TimeZone=UTC;
ALTER ROLE storewright_hooks SET extra_float_digits=1;
ALTER ROLE storewright_hooks SET idle_in_transaction_session_timeout=5s;
ALTER ROLE storewright_hooks SET jit=off;
ALTER ROLE storewright_hooks SET lock_timeout=5s;
ALTER ROLE storewright_hooks SET log_error_verbosity=terse;
ALTER ROLE storewright_hooks SET log_min_error_statement=panic;
ALTER ROLE storewright_hooks SET plan_cache_mode=force_generic_plan;
ALTER ROLE storewright_hooks SET statement_timeout=15s;
ALTER ROLE storewright_hooks SET tcp_keepalives_count=3;
ALTER ROLE storewright_hooks SET tcp_keepalives_idle=10s;
ALTER ROLE storewright_hooks SET tcp_keepalives_interval=2s;
ALTER ROLE storewright_hooks SET tcp_user_timeout=15s;
CREATE ROLE storewright_owner LOGIN BYPASSRLS;
CREATE ROLE storewright_shop LOGIN;
ALTER ROLE storewright_shop SET DateStyle=ISO,YMD;
ALTER ROLE storewright_shop SET IntervalStyle=iso_8601;
ALTER ROLE storewright_shop SET TimeZone=UTC;
ALTER ROLE storewright_shop SET extra_float_digits=1;
ALTER ROLE storewright_shop SET idle_in_transaction_session_timeout=5s;
ALTER ROLE storewright_shop SET jit=off;
ALTER ROLE storewright_shop SET lock_timeout=2s;
ALTER ROLE storewright_shop SET log_error_verbosity=terse;
ALTER ROLE storewright_shop SET log_min_error_statement=panic;
ALTER ROLE storewright_shop SET plan_cache_mode=force_generic_plan;
ALTER ROLE storewright_shop SET statement_timeout=15s;
ALTER ROLE storewright_shop SET tcp_keepalives_count=3;
ALTER ROLE storewright_shop SET tcp_keepalives_idle=10s;
ALTER ROLE storewright_shop SET tcp_keepalives_interval=2s;
ALTER ROLE storewright_shop SET tcp_user_timeout=15s;

-- Schema auth
GRANT USAGE ON SCHEMA auth TO storewright_auth;
GRANT USAGE ON SCHEMA auth TO storewright_hooks;
GRANT USAGE ON SCHEMA auth TO storewright_shop;

CREATE OR REPLACE FUNCTION auth.activity_of_installation(shop uuid, installation uuid) RETURNS TABLE(token_status text, last_used_at timestamp with time zone, requests bigint, client_errors bigint, server_errors bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT t.status, u.last_used_at, c.requests, c.client_errors, c.server_errors FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id AND a.owner_id = auth.current_owner() LEFT JOIN LATERAL (SELECT o.status FROM auth.oauth_tokens o WHERE o.shop_id = i.shop_id AND o.installation_id = i.id ORDER BY o.status = 'active' DESC, o.id DESC LIMIT 1) t ON true CROSS JOIN LATERAL (SELECT max(o.last_used_at) AS last_used_at FROM auth.oauth_tokens o WHERE o.shop_id = i.shop_id AND o.installation_id = i.id) u CROSS JOIN LATERAL (SELECT coalesce(sum(r.requests), 0) AS requests, coalesce(sum(r.client_errors), 0) AS client_errors, coalesce(sum(r.server_errors), 0) AS server_errors FROM auth.request_counts r WHERE r.shop_id = i.shop_id AND r.credential_id = i.id AND r.hour >= date_trunc('day', now()) - make_interval(days => 6)) c WHERE i.shop_id = shop AND i.id = installation $function$;
CREATE OR REPLACE FUNCTION auth.claim_mail(lease_seconds integer) RETURNS TABLE(id uuid, kind text, email text, shop_domain text, attempts integer) LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds) WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now() ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING m.id, m.kind, m.email, m.shop_domain, m.attempts $function$;
CREATE OR REPLACE FUNCTION auth.claim_mail_with_details(lease_seconds integer) RETURNS TABLE(id uuid, kind text, email text, language text, shop_domain text, attempts integer, details jsonb) LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds) WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now() ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING m.id, m.kind, m.email, m.language, m.shop_domain, m.attempts, m.details $function$;
CREATE OR REPLACE FUNCTION auth.claim_next_mail(lease_seconds integer) RETURNS TABLE(id uuid, kind text, email text, language text, shop_domain text, attempts integer) LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ UPDATE auth.outgoing_mails m SET attempts = m.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds) WHERE m.id = (SELECT d.id FROM auth.outgoing_mails d WHERE d.next_attempt_at <= now() ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING m.id, m.kind, m.email, m.language, m.shop_domain, m.attempts $function$;
CREATE OR REPLACE FUNCTION auth.current_app() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $function$ SELECT nullif(current_setting('app.app_id', true), '')::uuid $function$;
CREATE OR REPLACE FUNCTION auth.current_credential() RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $function$ SELECT decode(nullif(current_setting('app.credential', true), ''), 'hex') $function$;
CREATE OR REPLACE FUNCTION auth.current_owner() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $function$ SELECT nullif(current_setting('app.owner_id', true), '')::uuid $function$;
CREATE OR REPLACE FUNCTION auth.current_shop() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $function$ SELECT nullif(current_setting('app.shop_id', true), '')::uuid $function$;
CREATE OR REPLACE FUNCTION auth.deprecated_requests_of_app(app uuid) RETURNS TABLE(id uuid, app_id uuid, shop_id uuid, installation_id uuid, feature text, day timestamp with time zone, sunset_at timestamp with time zone, requests integer, last_request_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT d.id, i.app_id, d.shop_id, i.id, d.feature, d.day, d.sunset_at, d.requests, d.last_request_at FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id JOIN auth.deprecated_requests d ON d.shop_id = i.shop_id AND d.credential_id = i.id WHERE a.id = app AND a.owner_id = auth.current_owner() $function$;
CREATE OR REPLACE FUNCTION auth.installation_of_bearer() RETURNS TABLE(shop_id uuid, id uuid, app_id uuid, scopes text[], status text, version integer, installed_at timestamp with time zone, created_at timestamp with time zone, updated_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT i.shop_id, i.id, i.app_id, i.scopes, i.status, i.version, i.installed_at, i.created_at, i.updated_at FROM auth.oauth_tokens t JOIN auth.installations i ON i.shop_id = t.shop_id AND i.id = t.installation_id WHERE t.digest = auth.current_credential() AND t.status = 'active' $function$;
CREATE OR REPLACE FUNCTION auth.installations_of_app(app uuid) RETURNS TABLE(shop_id uuid, id uuid, app_id uuid, scopes text[], status text, installed_at timestamp with time zone, uninstalled_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT i.shop_id, i.id, i.app_id, i.scopes, i.status, i.installed_at, i.uninstalled_at FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id WHERE i.app_id = app AND a.owner_id = auth.current_owner() $function$;
CREATE OR REPLACE FUNCTION auth.mail_attempts(mail uuid) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT m.attempts FROM auth.outgoing_mails m WHERE m.id = mail $function$;
CREATE OR REPLACE FUNCTION auth.member_email(owner uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT o.email FROM auth.owners o WHERE o.id = owner AND EXISTS (SELECT FROM auth.members m WHERE m.shop_id = auth.current_shop() AND m.owner_id = owner) $function$;
CREATE OR REPLACE FUNCTION auth.owner_name(owner uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT o.name FROM auth.owners o WHERE o.id = owner $function$;
CREATE OR REPLACE FUNCTION auth.put_off_mail(mail uuid, seconds integer) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ UPDATE auth.outgoing_mails SET next_attempt_at = now() + make_interval(secs => seconds) WHERE id = mail $function$;
CREATE OR REPLACE FUNCTION auth.remove_mail(mail uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ DELETE FROM auth.outgoing_mails WHERE id = mail $function$;
CREATE OR REPLACE FUNCTION auth.remove_outdated(kind text, before timestamp with time zone, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ DECLARE removed integer; latest CONSTANT timestamptz := now() - CASE kind WHEN 'audit_entries' THEN interval '30 days' ELSE interval '1 day' END; bound CONSTANT timestamptz := least(before, latest); BEGIN -- One worker at a time; the others have nothing to do. IF NOT pg_try_advisory_xact_lock(hashtextextended('auth.remove_outdated', 0)) THEN RETURN 0; END IF; CASE kind WHEN 'nonces' THEN DELETE FROM auth.nonces WHERE digest IN (SELECT digest FROM auth.nonces WHERE expires_at < bound LIMIT most); WHEN 'oauth_tokens' THEN DELETE FROM auth.oauth_tokens t USING ( SELECT o.shop_id, o.id FROM auth.oauth_tokens o WHERE o.status <> 'active' AND o.updated_at < bound AND NOT EXISTS (SELECT FROM auth.nonces n WHERE n.shop_id = o.shop_id AND n.oauth_token_id = o.id) LIMIT most) old WHERE t.shop_id = old.shop_id AND t.id = old.id; WHEN 'access_tokens' THEN DELETE FROM auth.access_tokens t USING ( (SELECT shop_id, id FROM auth.access_tokens WHERE status = 'revoked' AND updated_at < bound LIMIT most) UNION (SELECT shop_id, id FROM auth.access_tokens WHERE expires_at < bound LIMIT most)) old WHERE t.shop_id = old.shop_id AND t.id = old.id; WHEN 'sessions' THEN DELETE FROM auth.sessions WHERE id IN (SELECT id FROM auth.sessions WHERE expires_at < bound LIMIT most); WHEN 'passkey_challenges' THEN DELETE FROM auth.passkey_challenges WHERE digest IN (SELECT digest FROM auth.passkey_challenges WHERE expires_at < bound LIMIT most); WHEN 'app_secrets' THEN DELETE FROM auth.app_secrets WHERE (app_id, generation) IN (SELECT app_id, generation FROM auth.app_secrets WHERE expires_at < bound LIMIT most); WHEN 'webhook_secrets' THEN DELETE FROM auth.webhook_secrets WHERE id IN (SELECT id FROM auth.webhook_secrets WHERE expires_at < bound LIMIT most); WHEN 'request_counts' THEN DELETE FROM auth.request_counts c USING (SELECT shop_id, hour, credential_id FROM auth.request_counts WHERE hour < bound LIMIT most) old WHERE c.shop_id = old.shop_id AND c.hour = old.hour AND c.credential_id = old.credential_id; WHEN 'installations' THEN DELETE FROM auth.installations i USING ( SELECT u.shop_id, u.id FROM auth.installations u WHERE u.status = 'uninstalled' AND u.uninstalled_at < bound AND NOT EXISTS (SELECT FROM auth.oauth_tokens o WHERE o.shop_id = u.shop_id AND o.installation_id = u.id) LIMIT most) old WHERE i.shop_id = old.shop_id AND i.id = old.id; WHEN 'audit_entries' THEN DELETE FROM auth.audit_entries WHERE id IN (SELECT id FROM auth.audit_entries WHERE created_at < bound LIMIT most); WHEN 'apps' THEN DELETE FROM auth.apps WHERE id IN ( SELECT a.id FROM auth.apps a WHERE a.deleted_at < bound AND NOT EXISTS (SELECT FROM auth.installations i WHERE i.app_id = a.id) AND NOT EXISTS (SELECT FROM auth.audit_entries e WHERE e.app_id = a.id) LIMIT most); WHEN 'app_requests' THEN DELETE FROM auth.app_requests r USING (SELECT shop_id, id FROM auth.app_requests WHERE requested_at < bound LIMIT most) old WHERE r.shop_id = old.shop_id AND r.id = old.id; WHEN 'device_authorizations' THEN DELETE FROM auth.device_authorizations WHERE id IN (SELECT id FROM auth.device_authorizations WHERE expires_at < bound LIMIT most); WHEN 'request_days' THEN DELETE FROM auth.request_days d USING (SELECT shop_id, installation_id, day FROM auth.request_days WHERE day < bound LIMIT most) old WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day; WHEN 'webhook_counts' THEN DELETE FROM auth.webhook_counts c USING (SELECT shop_id, installation_id, hour FROM auth.webhook_counts WHERE hour < bound LIMIT most) old WHERE c.shop_id = old.shop_id AND c.installation_id = old.installation_id AND c.hour = old.hour; WHEN 'webhook_days' THEN DELETE FROM auth.webhook_days d USING (SELECT shop_id, installation_id, day FROM auth.webhook_days WHERE day < bound LIMIT most) old WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day; END CASE; GET DIAGNOSTICS removed = ROW_COUNT; RETURN removed; END $function$;
CREATE OR REPLACE FUNCTION auth.remove_test_shop(is_last boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ DECLARE gone CONSTANT uuid := auth.current_shop(); name text; BEGIN PERFORM FROM auth.test_shops WHERE shop_id = gone AND status = 'removing' FOR UPDATE; IF NOT FOUND THEN RAISE EXCEPTION 'no test shop that is to be removed'; END IF; FOR name IN WITH RECURSIVE tables AS ( SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop_id' AND NOT a.attisdropped WHERE c.relnamespace = 'auth'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'test_shops' ), depths AS ( SELECT oid, 0 AS depth FROM tables UNION ALL SELECT f.conrelid, d.depth + 1 FROM depths d JOIN pg_constraint f ON f.confrelid = d.oid AND f.contype = 'f' AND f.conrelid <> f.confrelid WHERE d.depth < 20 ) SELECT t.relname FROM tables t JOIN depths d USING (oid) GROUP BY t.oid, t.relname ORDER BY max(d.depth) DESC LOOP EXECUTE format('DELETE FROM auth.%I WHERE shop_id = $1', name) USING gone; END LOOP; IF is_last THEN DELETE FROM auth.test_shops WHERE shop_id = gone; DELETE FROM auth.shops WHERE id = gone; END IF; END $function$;
CREATE OR REPLACE FUNCTION auth.request_counts_of_app(app uuid, since timestamp with time zone, part text) RETURNS TABLE(start timestamp with time zone, requests bigint, client_errors bigint, server_errors bigint, shops bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ WITH installed AS ( SELECT i.shop_id, i.id FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id WHERE a.id = app AND a.owner_id = auth.current_owner() ), parts AS ( SELECT h.hour AS start, h.requests,h.client_errors,h.server_errors FROM installed i JOIN auth.request_counts h ON h.shop_id = i.shop_id AND h.credential_id = i.id WHERE part = 'hour' AND h.hour >= since UNION ALL SELECT date_bin('1 day', h.hour, to_timestamp(0)), sum(h.requests)::integer,sum(h.client_errors)::integer,sum(h.server_errors)::integer FROM installed i JOIN auth.request_counts h ON h.shop_id = i.shop_id AND h.credential_id = i.id WHERE part = 'day' AND h.hour >= since AND h.hour < date_bin('1 day', since + interval '1 day' - interval '1 microsecond', to_timestamp(0)) GROUP BY 1, i.shop_id UNION ALL SELECT d.day, d.requests,d.client_errors,d.server_errors FROM installed i JOIN auth.request_days d ON d.shop_id = i.shop_id AND d.installation_id = i.id WHERE part = 'day' AND d.day >= since ) SELECT start, sum(parts.requests)::bigint,sum(parts.client_errors)::bigint,sum(parts.server_errors)::bigint,count(*) FROM parts GROUP BY start $function$;
CREATE OR REPLACE FUNCTION auth.shops_of_app(app uuid) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT i.shop_id FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id WHERE i.app_id = app AND i.status = 'installed' AND a.owner_id = auth.current_owner() $function$;
CREATE OR REPLACE FUNCTION auth.shops_to_relay() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT DISTINCT shop_id FROM auth.event_outbox WHERE refused_at IS NULL $function$;
CREATE OR REPLACE FUNCTION auth.test_shops_to_do() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT shop_id FROM auth.test_shops WHERE status <> 'ready' AND (status <> 'removing' OR emptied_at IS NULL OR requested_at < now() - interval '5 minutes') ORDER BY requested_at $function$;
CREATE OR REPLACE FUNCTION auth.webhook_audience(installation uuid) RETURNS TABLE(scopes text[], webhook_events text[], installed_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT i.scopes, a.webhook_events, i.installed_at FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id WHERE i.shop_id = auth.current_shop() AND i.id = installation AND i.status = 'installed' AND a.webhook_url IS NOT NULL $function$;
CREATE OR REPLACE FUNCTION auth.webhook_counts_of_app(app uuid, of_installation uuid, since timestamp with time zone, part text) RETURNS TABLE(start timestamp with time zone, delivered bigint, waiting bigint, failed bigint, delays bigint[]) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ WITH installed AS ( SELECT i.shop_id, i.id FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id WHERE a.id = app AND a.owner_id = auth.current_owner() AND (of_installation IS NULL OR i.id = of_installation) ), parts AS ( SELECT h.hour AS start, h.delivered,h.waiting,h.failed,h.delays FROM installed i JOIN auth.webhook_counts h ON h.shop_id = i.shop_id AND h.installation_id = i.id WHERE part = 'hour' AND h.hour >= since UNION ALL SELECT date_bin('1 day', h.hour, to_timestamp(0)), sum(h.delivered)::integer,sum(h.waiting)::integer,sum(h.failed)::integer,ARRAY[sum(h.delays[1]),sum(h.delays[2]),sum(h.delays[3]),sum(h.delays[4]),sum(h.delays[5]),sum(h.delays[6]),sum(h.delays[7]),sum(h.delays[8]),sum(h.delays[9]),sum(h.delays[10]),sum(h.delays[11]),sum(h.delays[12]),sum(h.delays[13])]::integer[] FROM installed i JOIN auth.webhook_counts h ON h.shop_id = i.shop_id AND h.installation_id = i.id WHERE part = 'day' AND h.hour >= since AND h.hour < date_bin('1 day', since + interval '1 day' - interval '1 microsecond', to_timestamp(0)) GROUP BY 1, i.shop_id UNION ALL SELECT d.day, d.delivered,d.waiting,d.failed,d.delays FROM installed i JOIN auth.webhook_days d ON d.shop_id = i.shop_id AND d.installation_id = i.id WHERE part = 'day' AND d.day >= since ) SELECT start, sum(parts.delivered)::bigint,sum(parts.waiting)::bigint,sum(parts.failed)::bigint,ARRAY[sum(parts.delays[1]),sum(parts.delays[2]),sum(parts.delays[3]),sum(parts.delays[4]),sum(parts.delays[5]),sum(parts.delays[6]),sum(parts.delays[7]),sum(parts.delays[8]),sum(parts.delays[9]),sum(parts.delays[10]),sum(parts.delays[11]),sum(parts.delays[12]),sum(parts.delays[13])]::bigint[] FROM parts GROUP BY start $function$;
CREATE OR REPLACE FUNCTION auth.webhooks_of_installation(shop uuid, installation uuid) RETURNS TABLE(delivered bigint, waiting bigint, failed bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT coalesce(sum(c.delivered), 0), coalesce(sum(c.waiting), 0), coalesce(sum(c.failed), 0) FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id AND a.owner_id = auth.current_owner() JOIN auth.webhook_counts c ON c.shop_id = i.shop_id AND c.installation_id = i.id AND c.hour >= date_trunc('day', now()) - make_interval(days => 6) WHERE i.shop_id = shop AND i.id = installation $function$;

CREATE TABLE auth.access_tokens (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  scopes text[],
  status text NOT NULL DEFAULT 'active'::text,
  digest bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  session_id uuid,
  writes_until timestamp with time zone,
  CONSTRAINT access_tokens_check CHECK (((session_id IS NULL) OR (expires_at IS NOT NULL))),
  CONSTRAINT access_tokens_digest_check CHECK ((octet_length(digest) = 32)),
  CONSTRAINT access_tokens_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text]))),
  CONSTRAINT access_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  CONSTRAINT access_tokens_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT access_tokens_pkey PRIMARY KEY (shop_id, id),
  CONSTRAINT access_tokens_digest_key UNIQUE (digest)
);
ALTER TABLE auth.access_tokens OWNER TO storewright_owner;
CREATE INDEX access_tokens_expires_at ON auth.access_tokens USING btree (expires_at);
CREATE INDEX access_tokens_revoked ON auth.access_tokens USING btree (updated_at) WHERE (status = 'revoked'::text);
CREATE INDEX access_tokens_session_id_idx ON auth.access_tokens USING btree (session_id) WHERE (session_id IS NOT NULL);
ALTER TABLE auth.access_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.access_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.access_tokens FOR ALL TO public USING ((shop_id = ( SELECT auth.current_shop() AS current_shop)) OR (digest = ( SELECT auth.current_credential() AS current_credential))) WITH CHECK (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.access_tokens TO storewright_auth;
GRANT SELECT ON auth.access_tokens TO storewright_shop;
GRANT UPDATE (last_used_at, writes_until) ON auth.access_tokens TO storewright_shop;

CREATE TABLE auth.app_icons (
  app_id uuid NOT NULL,
  media_type text COLLATE "C" NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT app_icons_app_id_fkey FOREIGN KEY (app_id) REFERENCES auth.apps(id) ON DELETE CASCADE,
  CONSTRAINT app_icons_pkey PRIMARY KEY (app_id)
);
ALTER TABLE auth.app_icons OWNER TO storewright_owner;
ALTER TABLE auth.app_icons ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.app_icons FORCE ROW LEVEL SECURITY;
CREATE POLICY of_app ON auth.app_icons FOR SELECT TO public USING (app_id = ( SELECT auth.current_app() AS current_app));
CREATE POLICY of_developer ON auth.app_icons FOR ALL TO public USING (EXISTS ( SELECT 1
   FROM auth.apps a
  WHERE ((a.id = app_icons.app_id) AND (a.owner_id = ( SELECT auth.current_owner() AS current_owner)))));
GRANT DELETE, INSERT, SELECT ON auth.app_icons TO storewright_auth;

CREATE TABLE auth.app_requests (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  app_id uuid NOT NULL,
  installation_id uuid NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  status integer NOT NULL,
  duration_ms integer NOT NULL,
  request_id text NOT NULL,
  left_out integer NOT NULL,
  CONSTRAINT app_requests_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT app_requests_pkey PRIMARY KEY (shop_id, id)
);
ALTER TABLE auth.app_requests OWNER TO storewright_owner;
CREATE INDEX app_requests_app_id ON auth.app_requests USING btree (app_id, id);
CREATE INDEX app_requests_refused ON auth.app_requests USING btree (app_id, id) WHERE (status >= 400);
CREATE INDEX app_requests_request_id ON auth.app_requests USING btree (request_id);
CREATE INDEX app_requests_requested_at ON auth.app_requests USING btree (requested_at);
ALTER TABLE auth.app_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.app_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_developer ON auth.app_requests FOR ALL TO public USING ((shop_id = ( SELECT auth.current_shop() AS current_shop)) OR (app_id IN ( SELECT apps.id
   FROM auth.apps
  WHERE (apps.owner_id = ( SELECT auth.current_owner() AS current_owner))))) WITH CHECK (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT SELECT ON auth.app_requests TO storewright_auth;
GRANT INSERT ON auth.app_requests TO storewright_shop;

CREATE TABLE auth.app_secrets (
  app_id uuid NOT NULL,
  generation integer NOT NULL,
  sealed text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT app_secrets_app_id_fkey FOREIGN KEY (app_id) REFERENCES auth.apps(id) ON DELETE CASCADE,
  CONSTRAINT app_secrets_pkey PRIMARY KEY (app_id, generation),
  CONSTRAINT app_secrets_id_key UNIQUE (id)
);
ALTER TABLE auth.app_secrets OWNER TO storewright_owner;
ALTER TABLE auth.app_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.app_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY of_bearer ON auth.app_secrets FOR SELECT TO storewright_shop USING (app_id = ( SELECT t.app_id
   FROM auth.oauth_tokens t
  WHERE (t.digest = ( SELECT auth.current_credential() AS current_credential))));
CREATE POLICY of_developer_or_bearer ON auth.app_secrets FOR ALL TO storewright_auth USING ((app_id = ( SELECT auth.current_app() AS current_app)) OR (EXISTS ( SELECT 1
   FROM auth.apps a
  WHERE ((a.id = app_secrets.app_id) AND (a.owner_id = ( SELECT auth.current_owner() AS current_owner))))) OR (app_id = ( SELECT t.app_id
   FROM auth.oauth_tokens t
  WHERE (t.digest = ( SELECT auth.current_credential() AS current_credential)))));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.app_secrets TO storewright_auth;
GRANT SELECT ON auth.app_secrets TO storewright_shop;

CREATE TABLE auth.apps (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  install_url text NOT NULL,
  scopes text[] NOT NULL,
  webhook_url text,
  webhook_events text[] NOT NULL DEFAULT '{}'::text[],
  require_proof boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  require_secret boolean NOT NULL DEFAULT false,
  description text,
  privacy_url text,
  support_url text,
  icon_digest text COLLATE "C",
  CONSTRAINT apps_icon_digest_check CHECK ((icon_digest ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT apps_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id),
  CONSTRAINT apps_pkey PRIMARY KEY (id)
);
ALTER TABLE auth.apps OWNER TO storewright_owner;
CREATE INDEX apps_owner_id_id_idx ON auth.apps USING btree (owner_id, id);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.apps TO storewright_auth;
GRANT SELECT (id, owner_id, webhook_events, webhook_url) ON auth.apps TO storewright_hooks;
GRANT SELECT (id, require_proof) ON auth.apps TO storewright_shop;

CREATE TABLE auth.audit_entries (
  id uuid NOT NULL,
  shop_id uuid,
  owner_id uuid,
  app_id uuid,
  kind text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  request_id text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT audit_entries_check CHECK (((shop_id IS NOT NULL) OR (owner_id IS NOT NULL))),
  CONSTRAINT audit_entries_app_id_fkey FOREIGN KEY (app_id) REFERENCES auth.apps(id),
  CONSTRAINT audit_entries_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id),
  CONSTRAINT audit_entries_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);
ALTER TABLE auth.audit_entries OWNER TO storewright_owner;
CREATE INDEX audit_entries_app_id ON auth.audit_entries USING btree (app_id) WHERE (app_id IS NOT NULL);
CREATE INDEX audit_entries_created_at ON auth.audit_entries USING btree (created_at);
CREATE INDEX audit_entries_owner_id_id_idx ON auth.audit_entries USING btree (owner_id, id);
CREATE INDEX audit_entries_shop_id_id_idx ON auth.audit_entries USING btree (shop_id, id);
CREATE INDEX audit_entries_webhooks ON auth.audit_entries USING btree (app_id, ((detail ->> 'installation_id'::text)), id) WHERE ((owner_id IS NOT NULL) AND (kind = ANY (ARRAY['webhooks.paused'::text, 'webhooks.resumed'::text, 'webhooks.expiring'::text, 'webhooks.expired'::text])));
ALTER TABLE auth.audit_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.audit_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_owner ON auth.audit_entries FOR ALL TO public USING ((shop_id = ( SELECT auth.current_shop() AS current_shop)) OR (owner_id = ( SELECT auth.current_owner() AS current_owner)));
GRANT INSERT, SELECT ON auth.audit_entries TO storewright_auth;
GRANT INSERT ON auth.audit_entries TO storewright_hooks;
GRANT INSERT ON auth.audit_entries TO storewright_shop;

CREATE TABLE auth.deprecated_requests (
  shop_id uuid NOT NULL,
  day timestamp with time zone NOT NULL,
  credential_id uuid NOT NULL,
  feature text NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  credential text NOT NULL,
  sunset_at timestamp with time zone,
  requests integer NOT NULL,
  last_request_at timestamp with time zone NOT NULL,
  CONSTRAINT deprecated_requests_credential_check CHECK ((credential = ANY (ARRAY['installations'::text, 'access_tokens'::text]))),
  CONSTRAINT deprecated_requests_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT deprecated_requests_pkey PRIMARY KEY (shop_id, day, credential_id, feature)
);
ALTER TABLE auth.deprecated_requests OWNER TO storewright_owner;
ALTER TABLE auth.deprecated_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.deprecated_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.deprecated_requests FOR ALL TO public USING (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT SELECT ON auth.deprecated_requests TO storewright_auth;
GRANT DELETE, INSERT, SELECT ON auth.deprecated_requests TO storewright_shop;
GRANT UPDATE (last_request_at, requests, sunset_at) ON auth.deprecated_requests TO storewright_shop;

CREATE TABLE auth.device_authorizations (
  id uuid NOT NULL,
  digest bytea NOT NULL,
  user_code_digest bytea NOT NULL,
  device_name text,
  address text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'pending'::text,
  owner_id uuid,
  session_id uuid,
  poll_seconds integer NOT NULL,
  polled_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  user_agent text,
  CONSTRAINT device_authorizations_check CHECK (((status = 'allowed'::text) = ((owner_id IS NOT NULL) AND (session_id IS NOT NULL)))),
  CONSTRAINT device_authorizations_digest_check CHECK ((octet_length(digest) = 32)),
  CONSTRAINT device_authorizations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'allowed'::text, 'denied'::text]))),
  CONSTRAINT device_authorizations_user_agent_check CHECK ((length(user_agent) <= 255)),
  CONSTRAINT device_authorizations_user_code_digest_check CHECK ((octet_length(user_code_digest) = 32)),
  CONSTRAINT device_authorizations_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id) ON DELETE CASCADE,
  CONSTRAINT device_authorizations_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  CONSTRAINT device_authorizations_pkey PRIMARY KEY (id),
  CONSTRAINT device_authorizations_digest_key UNIQUE (digest),
  CONSTRAINT device_authorizations_user_code_digest_key UNIQUE (user_code_digest)
);
ALTER TABLE auth.device_authorizations OWNER TO storewright_owner;
CREATE INDEX device_authorizations_expires_at ON auth.device_authorizations USING btree (expires_at);
CREATE INDEX device_authorizations_owner_id ON auth.device_authorizations USING btree (owner_id);
CREATE INDEX device_authorizations_session_id ON auth.device_authorizations USING btree (session_id);
ALTER TABLE auth.device_authorizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.device_authorizations FORCE ROW LEVEL SECURITY;
CREATE POLICY of_bearer ON auth.device_authorizations FOR ALL TO storewright_auth USING ((digest = ( SELECT auth.current_credential() AS current_credential)) OR (user_code_digest = ( SELECT auth.current_credential() AS current_credential)));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.device_authorizations TO storewright_auth;

CREATE TABLE auth.email_changes (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  current_mail_id uuid NOT NULL,
  new_mail_id uuid NOT NULL,
  current_digest bytea,
  new_digest bytea,
  current_confirmed_at timestamp with time zone,
  new_confirmed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT email_changes_current_digest_check CHECK ((octet_length(current_digest) = 32)),
  CONSTRAINT email_changes_email_check CHECK ((length(email) <= 320)),
  CONSTRAINT email_changes_new_digest_check CHECK ((octet_length(new_digest) = 32)),
  CONSTRAINT email_changes_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id) ON DELETE CASCADE,
  CONSTRAINT email_changes_pkey PRIMARY KEY (id),
  CONSTRAINT email_changes_current_digest_key UNIQUE (current_digest),
  CONSTRAINT email_changes_current_mail_id_key UNIQUE (current_mail_id),
  CONSTRAINT email_changes_new_digest_key UNIQUE (new_digest),
  CONSTRAINT email_changes_new_mail_id_key UNIQUE (new_mail_id),
  CONSTRAINT email_changes_owner_id_key UNIQUE (owner_id)
);
ALTER TABLE auth.email_changes OWNER TO storewright_owner;
ALTER TABLE auth.email_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.email_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.email_changes FOR ALL TO storewright_auth USING ((owner_id = ( SELECT auth.current_owner() AS current_owner)) OR (current_digest = ( SELECT auth.current_credential() AS current_credential)) OR (new_digest = ( SELECT auth.current_credential() AS current_credential)) OR (sha256(convert_to(email_key, 'UTF8'::name)) = ( SELECT auth.current_credential() AS current_credential)));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.email_changes TO storewright_auth;

CREATE TABLE auth.event_outbox (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  resource text NOT NULL,
  changed text[] NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  refused_at timestamp with time zone,
  traceparent text,
  CONSTRAINT event_outbox_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT event_outbox_pkey PRIMARY KEY (shop_id, id)
);
ALTER TABLE auth.event_outbox OWNER TO storewright_owner;
CREATE INDEX event_outbox_shop_id_occurred_at_id_idx ON auth.event_outbox USING btree (shop_id, occurred_at, id) WHERE (refused_at IS NULL);
ALTER TABLE auth.event_outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.event_outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.event_outbox FOR ALL TO public USING (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT INSERT, SELECT ON auth.event_outbox TO storewright_auth;
GRANT DELETE, SELECT ON auth.event_outbox TO storewright_hooks;
GRANT UPDATE (refused_at) ON auth.event_outbox TO storewright_hooks;

CREATE TABLE auth.installations (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  app_id uuid NOT NULL,
  scopes text[] NOT NULL,
  status text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  uninstalled_at timestamp with time zone,
  installed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT installations_status_check CHECK ((status = ANY (ARRAY['installed'::text, 'uninstalled'::text]))),
  CONSTRAINT installations_app_id_fkey FOREIGN KEY (app_id) REFERENCES auth.apps(id),
  CONSTRAINT installations_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT installations_pkey PRIMARY KEY (shop_id, id),
  CONSTRAINT installations_shop_id_app_id_key UNIQUE (shop_id, app_id)
);
ALTER TABLE auth.installations OWNER TO storewright_owner;
CREATE INDEX installations_app_id_idx ON auth.installations USING btree (app_id);
CREATE INDEX installations_uninstalled ON auth.installations USING btree (uninstalled_at) WHERE (status = 'uninstalled'::text);
ALTER TABLE auth.installations ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.installations FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.installations FOR ALL TO public USING (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.installations TO storewright_auth;
GRANT SELECT ON auth.installations TO storewright_hooks;

CREATE TABLE auth.invitations (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  scopes text[],
  status text COLLATE "C" NOT NULL DEFAULT 'pending'::text,
  invited_by uuid NOT NULL,
  digest bytea,
  mailed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT invitations_check CHECK (((role = 'staff'::text) = (scopes IS NOT NULL))),
  CONSTRAINT invitations_digest_check CHECK ((octet_length(digest) = 32)),
  CONSTRAINT invitations_email_check CHECK ((length(email) <= 320)),
  CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'administrator'::text, 'staff'::text, 'read_only'::text]))),
  CONSTRAINT invitations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'withdrawn'::text]))),
  CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.owners(id),
  CONSTRAINT invitations_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT invitations_pkey PRIMARY KEY (shop_id, id),
  CONSTRAINT invitations_digest_key UNIQUE (digest)
);
ALTER TABLE auth.invitations OWNER TO storewright_owner;
CREATE UNIQUE INDEX invitations_pending ON auth.invitations USING btree (shop_id, email_key) WHERE (status = 'pending'::text);
ALTER TABLE auth.invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.invitations FOR ALL TO public USING ((shop_id = ( SELECT auth.current_shop() AS current_shop)) OR (digest = ( SELECT auth.current_credential() AS current_credential))) WITH CHECK (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.invitations TO storewright_auth;

CREATE TABLE auth.key_checks (
  name text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT key_checks_digest_check CHECK ((octet_length(digest) = 32)),
  CONSTRAINT key_checks_pkey PRIMARY KEY (name)
);
ALTER TABLE auth.key_checks OWNER TO storewright_owner;
GRANT INSERT, SELECT, UPDATE ON auth.key_checks TO storewright_auth;
GRANT SELECT ON auth.key_checks TO storewright_hooks;
GRANT SELECT ON auth.key_checks TO storewright_shop;

CREATE TABLE auth.members (
  shop_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  role text COLLATE "C" NOT NULL DEFAULT 'owner'::text,
  scopes text[],
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT members_check CHECK (((role = 'staff'::text) = (scopes IS NOT NULL))),
  CONSTRAINT members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'administrator'::text, 'staff'::text, 'read_only'::text]))),
  CONSTRAINT shop_owners_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id),
  CONSTRAINT shop_owners_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT members_pkey PRIMARY KEY (shop_id, owner_id)
);
ALTER TABLE auth.members OWNER TO storewright_owner;
CREATE INDEX members_owner_id_shop_id_idx ON auth.members USING btree (owner_id, shop_id);
ALTER TABLE auth.members ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.members FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_owner ON auth.members FOR ALL TO public USING ((shop_id = ( SELECT auth.current_shop() AS current_shop)) OR (owner_id = ( SELECT auth.current_owner() AS current_owner)));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.members TO storewright_auth;

CREATE TABLE auth.nonces (
  digest bytea NOT NULL,
  shop_id uuid NOT NULL,
  oauth_token_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  exchanged_at timestamp with time zone,
  code_challenge text COLLATE "C",
  CONSTRAINT nonces_code_challenge_check CHECK ((code_challenge ~ '^[A-Za-z0-9_-]{43}$'::text)),
  CONSTRAINT nonces_digest_check CHECK ((octet_length(digest) = 32)),
  CONSTRAINT nonces_shop_id_oauth_token_id_fkey FOREIGN KEY (shop_id, oauth_token_id) REFERENCES auth.oauth_tokens(shop_id, id),
  CONSTRAINT nonces_pkey PRIMARY KEY (digest)
);
ALTER TABLE auth.nonces OWNER TO storewright_owner;
CREATE INDEX nonces_expires_at ON auth.nonces USING btree (expires_at);
CREATE INDEX nonces_shop_id_oauth_token_id_idx ON auth.nonces USING btree (shop_id, oauth_token_id);
ALTER TABLE auth.nonces ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.nonces FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.nonces FOR ALL TO public USING ((shop_id = ( SELECT auth.current_shop() AS current_shop)) OR (digest = ( SELECT auth.current_credential() AS current_credential))) WITH CHECK (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.nonces TO storewright_auth;

CREATE TABLE auth.oauth_tokens (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  installation_id uuid NOT NULL,
  app_id uuid NOT NULL,
  status text NOT NULL,
  scopes text[] NOT NULL,
  digest bytea,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  first_used_at timestamp with time zone,
  last_used_at timestamp with time zone,
  writes_until timestamp with time zone,
  CONSTRAINT oauth_tokens_check CHECK (((status = 'pending'::text) <= (digest IS NULL))),
  CONSTRAINT oauth_tokens_digest_check CHECK ((octet_length(digest) = 32)),
  CONSTRAINT oauth_tokens_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'revoked'::text, 'superseded'::text]))),
  CONSTRAINT oauth_tokens_app_id_fkey FOREIGN KEY (app_id) REFERENCES auth.apps(id),
  CONSTRAINT oauth_tokens_shop_id_installation_id_fkey FOREIGN KEY (shop_id, installation_id) REFERENCES auth.installations(shop_id, id),
  CONSTRAINT oauth_tokens_pkey PRIMARY KEY (shop_id, id),
  CONSTRAINT oauth_tokens_digest_key UNIQUE (digest)
);
ALTER TABLE auth.oauth_tokens OWNER TO storewright_owner;
CREATE INDEX oauth_tokens_ended ON auth.oauth_tokens USING btree (updated_at) WHERE (status <> 'active'::text);
CREATE INDEX oauth_tokens_shop_id_installation_id_idx ON auth.oauth_tokens USING btree (shop_id, installation_id);
CREATE UNIQUE INDEX oauth_tokens_shop_id_installation_id_idx1 ON auth.oauth_tokens USING btree (shop_id, installation_id) WHERE (status = 'active'::text);
ALTER TABLE auth.oauth_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.oauth_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_bearer ON auth.oauth_tokens FOR ALL TO public USING ((shop_id = ( SELECT auth.current_shop() AS current_shop)) OR (digest = ( SELECT auth.current_credential() AS current_credential))) WITH CHECK (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.oauth_tokens TO storewright_auth;
GRANT SELECT ON auth.oauth_tokens TO storewright_shop;
GRANT UPDATE (first_used_at, last_used_at, writes_until) ON auth.oauth_tokens TO storewright_shop;

CREATE TABLE auth.outgoing_mails (
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  email text NOT NULL,
  shop_domain text COLLATE "C",
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  language text COLLATE "C",
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT outgoing_mails_email_check CHECK ((length(email) <= 320)),
  CONSTRAINT outgoing_mails_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  CONSTRAINT outgoing_mails_pkey PRIMARY KEY (id)
);
ALTER TABLE auth.outgoing_mails OWNER TO storewright_owner;
CREATE INDEX outgoing_mails_next_attempt_at ON auth.outgoing_mails USING btree (next_attempt_at);
ALTER TABLE auth.outgoing_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.outgoing_mails FORCE ROW LEVEL SECURITY;
CREATE POLICY put_in ON auth.outgoing_mails FOR INSERT TO storewright_auth WITH CHECK true;
GRANT INSERT ON auth.outgoing_mails TO storewright_auth;

CREATE TABLE auth.owners (
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  language text COLLATE "C",
  CONSTRAINT owners_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  CONSTRAINT owners_pkey PRIMARY KEY (id),
  CONSTRAINT owners_email_key_key UNIQUE (email_key)
);
ALTER TABLE auth.owners OWNER TO storewright_owner;
ALTER TABLE auth.owners ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.owners FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.owners FOR ALL TO public USING ((id = ( SELECT auth.current_owner() AS current_owner)) OR (sha256(convert_to(email_key, 'UTF8'::name)) = ( SELECT auth.current_credential() AS current_credential)) OR (id = ( SELECT s.owner_id
   FROM auth.sessions s
  WHERE (s.digest = ( SELECT auth.current_credential() AS current_credential)))));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.owners TO storewright_auth;

CREATE TABLE auth.passkey_challenges (
  digest bytea NOT NULL,
  owner_id uuid,
  rp_id text COLLATE "C" NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT passkey_challenges_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id) ON DELETE CASCADE,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (digest)
);
ALTER TABLE auth.passkey_challenges OWNER TO storewright_owner;
CREATE INDEX passkey_challenges_expires_at ON auth.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_owner_id ON auth.passkey_challenges USING btree (owner_id);
ALTER TABLE auth.passkey_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.passkey_challenges FORCE ROW LEVEL SECURITY;
CREATE POLICY of_bearer ON auth.passkey_challenges FOR ALL TO storewright_auth USING (digest = ( SELECT auth.current_credential() AS current_credential));
CREATE POLICY of_owner ON auth.passkey_challenges FOR SELECT TO storewright_auth USING (owner_id = ( SELECT auth.current_owner() AS current_owner));
GRANT DELETE, INSERT, SELECT ON auth.passkey_challenges TO storewright_auth;

CREATE TABLE auth.passkeys (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  rp_id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_credential_id_check CHECK ((length(credential_id) <= 1023)),
  CONSTRAINT passkeys_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT passkeys_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_digest_key UNIQUE (digest)
);
ALTER TABLE auth.passkeys OWNER TO storewright_owner;
CREATE INDEX passkeys_owner_id ON auth.passkeys USING btree (owner_id);
ALTER TABLE auth.passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.passkeys FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.passkeys FOR ALL TO storewright_auth USING ((owner_id = ( SELECT auth.current_owner() AS current_owner)) OR (digest = ( SELECT auth.current_credential() AS current_credential)));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.passkeys TO storewright_auth;

CREATE TABLE auth.password_resets (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  digest bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT password_resets_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT password_resets_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id) ON DELETE CASCADE,
  CONSTRAINT password_resets_pkey PRIMARY KEY (id),
  CONSTRAINT password_resets_digest_key UNIQUE (digest)
);
ALTER TABLE auth.password_resets OWNER TO storewright_owner;
CREATE INDEX password_resets_owner_id ON auth.password_resets USING btree (owner_id);
ALTER TABLE auth.password_resets ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.password_resets FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.password_resets FOR ALL TO storewright_auth USING ((owner_id = ( SELECT auth.current_owner() AS current_owner)) OR (digest = ( SELECT auth.current_credential() AS current_credential)));
GRANT DELETE, INSERT, SELECT ON auth.password_resets TO storewright_auth;

CREATE TABLE auth.rate_limits (
  key text COLLATE "C" NOT NULL,
  points integer NOT NULL,
  expire bigint,
  CONSTRAINT rate_limits_key_check CHECK ((length(key) < 256)),
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
ALTER TABLE auth.rate_limits OWNER TO storewright_owner;
CREATE INDEX rate_limits_expire ON auth.rate_limits USING btree (expire);
ALTER TABLE auth.rate_limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.rate_limits FORCE ROW LEVEL SECURITY;
CREATE POLICY of_auth_api ON auth.rate_limits FOR ALL TO storewright_auth USING (key ~~ 'auth-api:%'::text);
CREATE POLICY of_shop_api ON auth.rate_limits FOR ALL TO storewright_shop USING (key ~~ 'shop-api:%'::text);
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.rate_limits TO storewright_auth;
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.rate_limits TO storewright_shop;

CREATE TABLE auth.recovery_codes (
  digest bytea NOT NULL,
  owner_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT recovery_codes_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT recovery_codes_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.totp_devices(owner_id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (digest)
);
ALTER TABLE auth.recovery_codes OWNER TO storewright_owner;
CREATE INDEX recovery_codes_owner_id ON auth.recovery_codes USING btree (owner_id);
ALTER TABLE auth.recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.recovery_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner ON auth.recovery_codes FOR ALL TO storewright_auth USING (owner_id = ( SELECT auth.current_owner() AS current_owner));
GRANT DELETE, INSERT, SELECT ON auth.recovery_codes TO storewright_auth;

CREATE TABLE auth.request_counts (
  shop_id uuid NOT NULL,
  hour timestamp with time zone NOT NULL,
  credential_id uuid NOT NULL,
  credential text NOT NULL,
  requests integer NOT NULL,
  client_errors integer NOT NULL,
  server_errors integer NOT NULL,
  CONSTRAINT request_counts_credential_check CHECK ((credential = ANY (ARRAY['installations'::text, 'access_tokens'::text]))),
  CONSTRAINT request_counts_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT request_counts_pkey PRIMARY KEY (shop_id, hour, credential_id)
);
ALTER TABLE auth.request_counts OWNER TO storewright_owner;
CREATE INDEX request_counts_hour ON auth.request_counts USING btree (hour);
CREATE INDEX request_counts_shop_id_credential_id_hour_idx ON auth.request_counts USING btree (shop_id, credential_id, hour);
ALTER TABLE auth.request_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.request_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.request_counts FOR ALL TO public USING (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT SELECT ON auth.request_counts TO storewright_auth;
GRANT DELETE, INSERT, SELECT ON auth.request_counts TO storewright_shop;
GRANT UPDATE (client_errors, requests, server_errors) ON auth.request_counts TO storewright_shop;

CREATE TABLE auth.request_days (
  shop_id uuid NOT NULL,
  installation_id uuid NOT NULL,
  day timestamp with time zone NOT NULL,
  requests integer NOT NULL,
  client_errors integer NOT NULL,
  server_errors integer NOT NULL,
  CONSTRAINT request_days_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT request_days_pkey PRIMARY KEY (shop_id, installation_id, day)
);
ALTER TABLE auth.request_days OWNER TO storewright_owner;
CREATE INDEX request_days_day ON auth.request_days USING btree (day);
ALTER TABLE auth.request_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.request_days FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.request_days FOR ALL TO public USING (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT SELECT ON auth.request_days TO storewright_auth;
GRANT INSERT, SELECT ON auth.request_days TO storewright_shop;
GRANT UPDATE (client_errors, requests, server_errors) ON auth.request_days TO storewright_shop;

CREATE TABLE auth.retention_runs (
  data text COLLATE "C" NOT NULL,
  reached timestamp with time zone NOT NULL DEFAULT now(),
  seen timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT retention_runs_data_check CHECK ((data = ANY (ARRAY['auth'::text, 'shop'::text]))),
  CONSTRAINT retention_runs_pkey PRIMARY KEY (data)
);
ALTER TABLE auth.retention_runs OWNER TO storewright_owner;
GRANT SELECT ON auth.retention_runs TO storewright_hooks;
GRANT UPDATE (reached, seen) ON auth.retention_runs TO storewright_hooks;

CREATE TABLE auth.session_transfers (
  session_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  digest bytea NOT NULL,
  shop_domain text COLLATE "C" NOT NULL,
  sealed text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT session_transfers_digest_check CHECK ((octet_length(digest) = 32)),
  CONSTRAINT session_transfers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id) ON DELETE CASCADE,
  CONSTRAINT session_transfers_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  CONSTRAINT session_transfers_pkey PRIMARY KEY (session_id),
  CONSTRAINT session_transfers_digest_key UNIQUE (digest)
);
ALTER TABLE auth.session_transfers OWNER TO storewright_owner;
CREATE INDEX session_transfers_owner_id ON auth.session_transfers USING btree (owner_id);
ALTER TABLE auth.session_transfers ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.session_transfers FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.session_transfers FOR ALL TO storewright_auth USING ((owner_id = ( SELECT auth.current_owner() AS current_owner)) OR (digest = ( SELECT auth.current_credential() AS current_credential))) WITH CHECK (owner_id = ( SELECT auth.current_owner() AS current_owner));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.session_transfers TO storewright_auth;

CREATE TABLE auth.sessions (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  digest bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_seen_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  authenticated_at timestamp with time zone NOT NULL DEFAULT now(),
  user_agent text,
  network text,
  kind text COLLATE "C" NOT NULL DEFAULT 'full'::text,
  CONSTRAINT sessions_kind_check CHECK ((kind = ANY (ARRAY['full'::text, 'device'::text]))),
  CONSTRAINT sessions_user_agent_check CHECK ((length(user_agent) <= 255)),
  CONSTRAINT sessions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id) ON DELETE CASCADE,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_digest_key UNIQUE (digest)
);
ALTER TABLE auth.sessions OWNER TO storewright_owner;
CREATE INDEX sessions_expires_at ON auth.sessions USING btree (expires_at);
CREATE INDEX sessions_owner_id_idx ON auth.sessions USING btree (owner_id);
ALTER TABLE auth.sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner_or_bearer ON auth.sessions FOR ALL TO public USING ((owner_id = ( SELECT auth.current_owner() AS current_owner)) OR (digest = ( SELECT auth.current_credential() AS current_credential)));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.sessions TO storewright_auth;

CREATE TABLE auth.shop_owners (
  shop_id uuid,
  owner_id uuid,
  created_at timestamp with time zone
);
ALTER TABLE auth.shop_owners OWNER TO storewright_owner;
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.shop_owners TO storewright_auth;

CREATE TABLE auth.shops (
  id uuid NOT NULL,
  domain text COLLATE "C" NOT NULL,
  name text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  status text NOT NULL DEFAULT 'active'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  is_test boolean NOT NULL DEFAULT false,
  time_zone text COLLATE "C" NOT NULL DEFAULT 'UTC'::text,
  version integer NOT NULL DEFAULT 1,
  currency_code text COLLATE "C" NOT NULL DEFAULT 'EUR'::text,
  CONSTRAINT shops_currency_code_check CHECK ((currency_code ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT shops_domain_check CHECK ((domain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
  CONSTRAINT shops_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text]))),
  CONSTRAINT shops_time_zone_check CHECK ((time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'::text)),
  CONSTRAINT shops_pkey PRIMARY KEY (id),
  CONSTRAINT shops_domain_key UNIQUE (domain)
);
ALTER TABLE auth.shops OWNER TO storewright_owner;
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.shops TO storewright_auth;
GRANT SELECT ON auth.shops TO storewright_hooks;
GRANT SELECT ON auth.shops TO storewright_shop;

CREATE TABLE auth.test_shops (
  shop_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  status text COLLATE "C" NOT NULL,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  emptied_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT test_shops_status_check CHECK ((status = ANY (ARRAY['preparing'::text, 'ready'::text, 'resetting'::text, 'removing'::text]))),
  CONSTRAINT test_shops_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id),
  CONSTRAINT test_shops_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT test_shops_pkey PRIMARY KEY (shop_id)
);
ALTER TABLE auth.test_shops OWNER TO storewright_owner;
CREATE INDEX test_shops_owner_id ON auth.test_shops USING btree (owner_id, shop_id);
CREATE INDEX test_shops_to_do ON auth.test_shops USING btree (shop_id) WHERE (status <> 'ready'::text);
ALTER TABLE auth.test_shops ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.test_shops FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_owner ON auth.test_shops FOR ALL TO public USING ((shop_id = ( SELECT auth.current_shop() AS current_shop)) OR (owner_id = ( SELECT auth.current_owner() AS current_owner)));
GRANT INSERT, SELECT, UPDATE ON auth.test_shops TO storewright_auth;
GRANT SELECT ON auth.test_shops TO storewright_shop;
GRANT UPDATE (emptied_at, status) ON auth.test_shops TO storewright_shop;

CREATE TABLE auth.totp_devices (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  sealed text NOT NULL,
  last_step bigint,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT totp_devices_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.owners(id) ON DELETE CASCADE,
  CONSTRAINT totp_devices_pkey PRIMARY KEY (id),
  CONSTRAINT totp_devices_owner_id_key UNIQUE (owner_id)
);
ALTER TABLE auth.totp_devices OWNER TO storewright_owner;
ALTER TABLE auth.totp_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.totp_devices FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner ON auth.totp_devices FOR ALL TO storewright_auth USING (owner_id = ( SELECT auth.current_owner() AS current_owner));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.totp_devices TO storewright_auth;

CREATE TABLE auth.webhook_counts (
  shop_id uuid NOT NULL,
  installation_id uuid NOT NULL,
  hour timestamp with time zone NOT NULL,
  delivered integer NOT NULL,
  waiting integer NOT NULL,
  failed integer NOT NULL,
  delays integer[] NOT NULL,
  CONSTRAINT webhook_counts_delays_check CHECK ((cardinality(delays) = 13)),
  CONSTRAINT webhook_counts_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT webhook_counts_pkey PRIMARY KEY (shop_id, installation_id, hour)
);
ALTER TABLE auth.webhook_counts OWNER TO storewright_owner;
CREATE INDEX webhook_counts_hour ON auth.webhook_counts USING btree (hour);
ALTER TABLE auth.webhook_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.webhook_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.webhook_counts FOR ALL TO public USING (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT SELECT ON auth.webhook_counts TO storewright_auth;
GRANT INSERT, SELECT ON auth.webhook_counts TO storewright_hooks;
GRANT UPDATE (delays, delivered, failed, waiting) ON auth.webhook_counts TO storewright_hooks;

CREATE TABLE auth.webhook_days (
  shop_id uuid NOT NULL,
  installation_id uuid NOT NULL,
  day timestamp with time zone NOT NULL,
  delivered integer NOT NULL,
  waiting integer NOT NULL,
  failed integer NOT NULL,
  delays integer[] NOT NULL,
  CONSTRAINT webhook_days_delays_check CHECK ((cardinality(delays) = 13)),
  CONSTRAINT webhook_days_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES auth.shops(id),
  CONSTRAINT webhook_days_pkey PRIMARY KEY (shop_id, installation_id, day)
);
ALTER TABLE auth.webhook_days OWNER TO storewright_owner;
CREATE INDEX webhook_days_day ON auth.webhook_days USING btree (day);
ALTER TABLE auth.webhook_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.webhook_days FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.webhook_days FOR ALL TO public USING (shop_id = ( SELECT auth.current_shop() AS current_shop));
GRANT SELECT ON auth.webhook_days TO storewright_auth;
GRANT INSERT, SELECT ON auth.webhook_days TO storewright_hooks;
GRANT UPDATE (delays, delivered, failed, waiting) ON auth.webhook_days TO storewright_hooks;

CREATE TABLE auth.webhook_secrets (
  app_id uuid NOT NULL,
  generation integer NOT NULL,
  id uuid NOT NULL,
  sealed text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  CONSTRAINT webhook_secrets_app_id_fkey FOREIGN KEY (app_id) REFERENCES auth.apps(id) ON DELETE CASCADE,
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (app_id, generation),
  CONSTRAINT webhook_secrets_id_key UNIQUE (id)
);
ALTER TABLE auth.webhook_secrets OWNER TO storewright_owner;
ALTER TABLE auth.webhook_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.webhook_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY of_developer ON auth.webhook_secrets FOR ALL TO storewright_auth USING ((app_id = ( SELECT auth.current_app() AS current_app)) OR (EXISTS ( SELECT 1
   FROM auth.apps a
  WHERE ((a.id = webhook_secrets.app_id) AND (a.owner_id = ( SELECT auth.current_owner() AS current_owner))))));
CREATE POLICY of_shop ON auth.webhook_secrets FOR SELECT TO storewright_hooks USING (EXISTS ( SELECT 1
   FROM auth.installations i
  WHERE ((i.shop_id = ( SELECT auth.current_shop() AS current_shop)) AND (i.app_id = webhook_secrets.app_id))));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.webhook_secrets TO storewright_auth;
GRANT SELECT ON auth.webhook_secrets TO storewright_hooks;

-- Schema shop
GRANT USAGE ON SCHEMA shop TO storewright_auth;
GRANT USAGE ON SCHEMA shop TO storewright_hooks;
GRANT USAGE ON SCHEMA shop TO storewright_shop;

CREATE OR REPLACE FUNCTION shop.current_shop() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $function$ SELECT nullif(current_setting('app.shop_id', true), '')::uuid $function$;
CREATE OR REPLACE FUNCTION shop.empty_shop(goes_on boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ DECLARE emptied CONSTANT uuid := shop.current_shop(); name text; BEGIN IF emptied IS NULL THEN RAISE EXCEPTION 'no shop in the context'; END IF; -- Under its lock numbers are given. PERFORM FROM shop.event_streams WHERE shop_id = emptied FOR UPDATE; FOR name IN WITH RECURSIVE tables AS ( SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop_id' AND NOT a.attisdropped WHERE c.relnamespace = 'shop'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ), depths AS ( SELECT oid, 0 AS depth FROM tables UNION ALL SELECT f.conrelid, d.depth + 1 FROM depths d JOIN pg_constraint f ON f.confrelid = d.oid AND f.contype = 'f' AND f.conrelid <> f.confrelid WHERE d.depth < 20 ) SELECT t.relname FROM tables t JOIN depths d USING (oid) WHERE NOT (goes_on AND t.relname IN ('event_streams', 'webhook_streams')) GROUP BY t.oid, t.relname ORDER BY max(d.depth) DESC LOOP EXECUTE format('DELETE FROM shop.%I WHERE shop_id = %L', name, emptied); END LOOP; UPDATE shop.event_streams SET first_sequence = last_sequence + 1 WHERE shop_id = emptied; UPDATE shop.webhook_streams s SET last_sequence = greatest(s.last_sequence, e.last_sequence), delivery_id = NULL, attempts = 0, failing_since = NULL, next_attempt_at = NULL, loss_foretold = false, state = CASE s.state WHEN 'paused' THEN 'active' ELSE s.state END FROM shop.event_streams e WHERE s.shop_id = emptied AND e.shop_id = emptied; END $function$;
CREATE OR REPLACE FUNCTION shop.lines_add_up(lines jsonb, subtotal bigint) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$ SELECT count(*) > 0 AND sum((line->>'total_amount')::numeric) = subtotal AND bool_and((line->>'price_amount')::numeric >= 0 AND (line->>'quantity')::numeric >= 1 AND (line->>'price_amount')::numeric * (line->>'quantity')::numeric = (line->>'total_amount')::numeric) FROM jsonb_array_elements(lines) AS line $function$;
CREATE OR REPLACE FUNCTION shop.redact_events(events uuid[], resources text[]) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ WITH redacted AS ( UPDATE shop.events e SET resource = each.resource FROM unnest(events, resources) AS each (id, resource) WHERE e.shop_id = shop.current_shop() AND e.id = each.id AND EXISTS (SELECT 1 FROM shop.redactions r WHERE r.shop_id = shop.current_shop() AND r.finished_at IS NULL) RETURNING 1 ) SELECT count(*)::integer FROM redacted $function$;
CREATE OR REPLACE FUNCTION shop.shops_behind(at timestamp with time zone) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT DISTINCT s.shop_id FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id) WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence AND (s.next_attempt_at IS NULL OR s.next_attempt_at <= at) $function$;
CREATE OR REPLACE FUNCTION shop.shops_to_redact() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT DISTINCT shop_id FROM shop.redactions WHERE finished_at IS NULL AND (swept_at IS NULL OR requested_at < now() - interval '5 minutes') $function$;
CREATE OR REPLACE FUNCTION shop.shops_to_serve(at timestamp with time zone) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ WITH RECURSIVE unnumbered AS ( (SELECT shop_id FROM shop.events WHERE sequence IS NULL ORDER BY shop_id LIMIT 1) UNION ALL SELECT (SELECT e.shop_id FROM shop.events e WHERE e.sequence IS NULL AND e.shop_id > u.shop_id ORDER BY e.shop_id LIMIT 1) FROM unnumbered u WHERE u.shop_id IS NOT NULL ) SELECT shop_id FROM unnumbered WHERE shop_id IS NOT NULL UNION SELECT shop_id FROM shop.event_streams WHERE to_serve UNION SELECT s.shop_id FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id) WHERE s.next_attempt_at <= at AND s.state <> 'ended' AND s.last_sequence < e.last_sequence UNION SELECT shop_id FROM shop.webhook_deliveries WHERE status = 'waiting' $function$;
CREATE OR REPLACE FUNCTION shop.shops_with_events() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT shop_id FROM shop.event_streams $function$;
CREATE OR REPLACE FUNCTION shop.webhook_backlog() RETURNS TABLE(state text, streams bigint, events bigint, oldest timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ SELECT s.state, count(*), sum(e.last_sequence - s.last_sequence)::bigint, min(next.occurred_at) FROM shop.webhook_streams s JOIN shop.event_streams e USING (shop_id) LEFT JOIN LATERAL ( SELECT occurred_at FROM shop.events v WHERE v.shop_id = s.shop_id AND v.sequence > s.last_sequence ORDER BY v.sequence LIMIT 1 ) next ON true WHERE s.state <> 'ended' AND s.last_sequence < e.last_sequence GROUP BY s.state UNION ALL SELECT 'unnumbered', 0, count(*), min(occurred_at) FROM shop.events WHERE sequence IS NULL $function$;

CREATE TABLE shop.code_products (
  shop_id uuid NOT NULL,
  code_id uuid NOT NULL,
  product_id uuid NOT NULL,
  CONSTRAINT code_products_shop_id_code_id_fkey FOREIGN KEY (shop_id, code_id) REFERENCES shop.codes(shop_id, id) ON DELETE CASCADE,
  CONSTRAINT code_products_pkey PRIMARY KEY (shop_id, code_id, product_id)
);
ALTER TABLE shop.code_products OWNER TO storewright_owner;
ALTER TABLE shop.code_products ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.code_products FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.code_products FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.code_products TO storewright_shop;

CREATE TABLE shop.codes (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  code text COLLATE "C" NOT NULL,
  code_folded text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  value_type text COLLATE "C",
  value bigint,
  currency_code text COLLATE "C",
  initial_amount bigint,
  balance_amount bigint,
  minimum_subtotal_amount bigint,
  usage_limit integer,
  usage_limit_per_customer integer,
  usage_count integer NOT NULL,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  enabled boolean NOT NULL,
  customer_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT codes_check CHECK (((value >= 1) AND ((value <= 10000) OR (value_type <> 'percentage'::text)))),
  CONSTRAINT codes_check1 CHECK (((balance_amount >= 0) AND (balance_amount <= initial_amount))),
  CONSTRAINT codes_check2 CHECK (,
  CASE kind,
      WHEN 'gift'::text THEN ((num_nonnulls(initial_amount, balance_amount, currency_code) = 3) AND (num_nonnulls(value_type, value) = 0)),
      ELSE ((num_nonnulls(initial_amount, balance_amount) = 0) AND (num_nonnulls(value_type, value) = 2) AND ((currency_code IS NULL) = (value_type = 'percentage'::text))),
  END),
  CONSTRAINT codes_initial_amount_check CHECK ((initial_amount >= 1)),
  CONSTRAINT codes_kind_check CHECK ((kind = ANY (ARRAY['discount'::text, 'gift'::text]))),
  CONSTRAINT codes_minimum_subtotal_amount_check CHECK ((minimum_subtotal_amount >= 0)),
  CONSTRAINT codes_usage_count_check CHECK ((usage_count >= 0)),
  CONSTRAINT codes_usage_limit_check CHECK ((usage_limit >= 1)),
  CONSTRAINT codes_usage_limit_per_customer_check CHECK ((usage_limit_per_customer >= 1)),
  CONSTRAINT codes_value_type_check CHECK ((value_type = ANY (ARRAY['percentage'::text, 'fixed_amount'::text]))),
  CONSTRAINT codes_shop_id_customer_id_fkey FOREIGN KEY (shop_id, customer_id) REFERENCES shop.customers(shop_id, id),
  CONSTRAINT codes_pkey PRIMARY KEY (shop_id, id)
);
ALTER TABLE shop.codes OWNER TO storewright_owner;
CREATE UNIQUE INDEX codes_shop_id_code_folded_idx ON shop.codes USING btree (shop_id, code_folded);
CREATE INDEX codes_shop_id_code_id_idx ON shop.codes USING btree (shop_id, code, id);
CREATE INDEX codes_shop_id_customer_id_id_idx ON shop.codes USING btree (shop_id, customer_id, id);
CREATE INDEX codes_shop_id_kind_id_idx ON shop.codes USING btree (shop_id, kind, id);
CREATE INDEX codes_shop_id_updated_at_id_idx ON shop.codes USING btree (shop_id, updated_at, id);
ALTER TABLE shop.codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.codes FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.codes FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.codes TO storewright_shop;

CREATE TABLE shop.customers (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  email text COLLATE "C",
  email_folded text COLLATE "C",
  phone text COLLATE "C",
  first_name text,
  last_name text,
  accepts_marketing boolean NOT NULL,
  default_address jsonb,
  note text,
  tags text[] NOT NULL,
  status text COLLATE "C" NOT NULL,
  orders_count integer NOT NULL,
  total_spent_amount bigint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  total_spent jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT customers_check CHECK (,
  CASE status,
      WHEN 'redacted'::text THEN ((num_nonnulls(email, email_folded, phone, first_name, last_name, default_address, note) = 0) AND (cardinality(tags) = 0) AND (NOT accepts_marketing)),
      ELSE (num_nonnulls(email, phone) > 0),
  END),
  CONSTRAINT customers_orders_count_check CHECK ((orders_count >= 0)),
  CONSTRAINT customers_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text, 'redacted'::text]))),
  CONSTRAINT customers_total_spent_amount_check CHECK ((total_spent_amount >= 0)),
  CONSTRAINT customers_pkey PRIMARY KEY (shop_id, id)
);
ALTER TABLE shop.customers OWNER TO storewright_owner;
CREATE UNIQUE INDEX customers_shop_id_email_folded_idx ON shop.customers USING btree (shop_id, email_folded);
CREATE INDEX customers_shop_id_phone_id_idx ON shop.customers USING btree (shop_id, phone, id);
CREATE INDEX customers_shop_id_status_id_idx ON shop.customers USING btree (shop_id, status, id);
CREATE INDEX customers_shop_id_total_spent_amount_id_idx ON shop.customers USING btree (shop_id, total_spent_amount, id);
CREATE INDEX customers_shop_id_updated_at_id_idx ON shop.customers USING btree (shop_id, updated_at, id);
ALTER TABLE shop.customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.customers FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.customers FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.customers TO storewright_shop;

CREATE TABLE shop.event_streams (
  shop_id uuid NOT NULL,
  last_sequence bigint NOT NULL,
  first_sequence bigint NOT NULL DEFAULT 1,
  to_serve boolean NOT NULL DEFAULT false,
  epoch bigint NOT NULL DEFAULT 1,
  server text,
  node text,
  CONSTRAINT event_streams_pkey PRIMARY KEY (shop_id)
);
ALTER TABLE shop.event_streams OWNER TO storewright_owner;
CREATE INDEX event_streams_shop_id_idx ON shop.event_streams USING btree (shop_id) WHERE to_serve;
ALTER TABLE shop.event_streams ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.event_streams FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.event_streams FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT INSERT, SELECT ON shop.event_streams TO storewright_hooks;
GRANT INSERT, SELECT ON shop.event_streams TO storewright_shop;
GRANT UPDATE (epoch, first_sequence, last_sequence, node, server, to_serve) ON shop.event_streams TO storewright_hooks;
GRANT UPDATE (epoch, last_sequence, node, server, to_serve) ON shop.event_streams TO storewright_shop;

CREATE TABLE shop.events (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  sequence bigint,
  type text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  resource text NOT NULL,
  changed text[] NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  epoch bigint NOT NULL DEFAULT 1,
  traceparent text,
  CONSTRAINT events_pkey PRIMARY KEY (shop_id, id)
);
ALTER TABLE shop.events OWNER TO storewright_owner;
CREATE INDEX events_shop_id_occurred_at_id_idx ON shop.events USING btree (shop_id, occurred_at, id) WHERE (sequence IS NULL);
CREATE INDEX events_shop_id_resource_id_sequence_idx ON shop.events USING btree (shop_id, resource_id, sequence) WHERE (sequence IS NOT NULL);
CREATE UNIQUE INDEX events_shop_id_sequence_idx ON shop.events USING btree (shop_id, sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX events_shop_id_type_sequence_idx ON shop.events USING btree (shop_id, type, sequence) WHERE (sequence IS NOT NULL);
ALTER TABLE shop.events ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.events FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.events FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT ON shop.events TO storewright_hooks;
GRANT INSERT, SELECT ON shop.events TO storewright_shop;
GRANT UPDATE (epoch, sequence) ON shop.events TO storewright_hooks;
GRANT UPDATE (epoch, sequence) ON shop.events TO storewright_shop;

CREATE TABLE shop.idempotency_keys (
  shop_id uuid NOT NULL,
  token_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  request_digest text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (shop_id, token_id, key)
);
ALTER TABLE shop.idempotency_keys OWNER TO storewright_owner;
CREATE INDEX idempotency_keys_shop_id_created_at_idx ON shop.idempotency_keys USING btree (shop_id, created_at);
ALTER TABLE shop.idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.idempotency_keys FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE ON shop.idempotency_keys TO storewright_hooks;
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.idempotency_keys TO storewright_shop;
GRANT SELECT (answer, created_at, key, shop_id, token_id) ON shop.idempotency_keys TO storewright_hooks;
GRANT UPDATE (answer, key) ON shop.idempotency_keys TO storewright_hooks;

CREATE TABLE shop.meta (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  data jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  segment integer NOT NULL DEFAULT 1,
  CONSTRAINT meta_pkey PRIMARY KEY (shop_id, id)
);
ALTER TABLE shop.meta OWNER TO storewright_owner;
CREATE INDEX meta_shop_id_resource_id_id_idx ON shop.meta USING btree (shop_id, resource_id, id);
CREATE INDEX meta_shop_id_resource_type_id_idx ON shop.meta USING btree (shop_id, resource_type, id);
CREATE INDEX meta_shop_id_resource_type_resource_id_id_idx ON shop.meta USING btree (shop_id, resource_type, resource_id, id);
ALTER TABLE shop.meta ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.meta FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.meta FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.meta TO storewright_shop;

CREATE TABLE shop.meta_entries (
  shop_id uuid NOT NULL,
  segment integer NOT NULL DEFAULT 1,
  tok bytea NOT NULL,
  meta_id uuid NOT NULL,
  CONSTRAINT meta_entries_pkey PRIMARY KEY (shop_id, segment, tok, meta_id)
);
ALTER TABLE shop.meta_entries OWNER TO storewright_owner;
CREATE INDEX meta_entries_shop_id_tok_meta_id_idx ON shop.meta_entries USING btree (shop_id, tok DESC, meta_id);
ALTER TABLE shop.meta_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.meta_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.meta_entries FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.meta_entries TO storewright_shop;

CREATE TABLE shop.meta_segments (
  shop_id uuid NOT NULL,
  segment integer NOT NULL,
  from_id uuid NOT NULL,
  CONSTRAINT meta_segments_segment_check CHECK ((segment > 1)),
  CONSTRAINT meta_segments_pkey PRIMARY KEY (shop_id, segment)
);
ALTER TABLE shop.meta_segments OWNER TO storewright_owner;
ALTER TABLE shop.meta_segments ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.meta_segments FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.meta_segments FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.meta_segments TO storewright_shop;

CREATE TABLE shop.order_codes (
  shop_id uuid NOT NULL,
  order_id uuid NOT NULL,
  code_id uuid NOT NULL,
  discount_amount bigint NOT NULL,
  gift_amount bigint NOT NULL,
  CONSTRAINT order_codes_discount_amount_check CHECK ((discount_amount >= 0)),
  CONSTRAINT order_codes_gift_amount_check CHECK ((gift_amount >= 0)),
  CONSTRAINT order_codes_shop_id_code_id_fkey FOREIGN KEY (shop_id, code_id) REFERENCES shop.codes(shop_id, id),
  CONSTRAINT order_codes_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders(shop_id, id) ON DELETE CASCADE,
  CONSTRAINT order_codes_pkey PRIMARY KEY (shop_id, order_id, code_id)
);
ALTER TABLE shop.order_codes OWNER TO storewright_owner;
CREATE INDEX order_codes_shop_id_code_id_order_id_idx ON shop.order_codes USING btree (shop_id, code_id, order_id);
ALTER TABLE shop.order_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.order_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.order_codes FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.order_codes TO storewright_shop;

CREATE TABLE shop.order_numbers (
  shop_id uuid NOT NULL,
  last_number bigint NOT NULL,
  CONSTRAINT order_numbers_pkey PRIMARY KEY (shop_id)
);
ALTER TABLE shop.order_numbers OWNER TO storewright_owner;
ALTER TABLE shop.order_numbers ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.order_numbers FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.order_numbers FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.order_numbers TO storewright_shop;

CREATE TABLE shop.order_variants (
  shop_id uuid NOT NULL,
  order_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  quantity integer NOT NULL,
  reserved integer NOT NULL,
  CONSTRAINT order_variants_check CHECK (((reserved = 0) OR (reserved = quantity))),
  CONSTRAINT order_variants_quantity_check CHECK ((quantity >= 1)),
  CONSTRAINT order_variants_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders(shop_id, id) ON DELETE CASCADE,
  CONSTRAINT order_variants_shop_id_variant_id_fkey FOREIGN KEY (shop_id, variant_id) REFERENCES shop.variants(shop_id, id) ON DELETE CASCADE,
  CONSTRAINT order_variants_pkey PRIMARY KEY (shop_id, order_id, variant_id)
);
ALTER TABLE shop.order_variants OWNER TO storewright_owner;
CREATE INDEX order_variants_shop_id_variant_id_order_id_idx ON shop.order_variants USING btree (shop_id, variant_id, order_id);
ALTER TABLE shop.order_variants ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.order_variants FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.order_variants FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.order_variants TO storewright_shop;

CREATE TABLE shop.orders (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  number bigint NOT NULL,
  currency_code text COLLATE "C" NOT NULL,
  line_items jsonb NOT NULL,
  subtotal_amount bigint NOT NULL,
  discount_amount bigint NOT NULL,
  shipping_amount bigint NOT NULL,
  tax_amount bigint NOT NULL,
  total_amount bigint NOT NULL,
  paid_amount bigint NOT NULL,
  refunded_amount bigint NOT NULL,
  email text COLLATE "C",
  email_folded text COLLATE "C",
  billing_address jsonb,
  shipping_address jsonb,
  note text,
  tags text[] NOT NULL,
  status text COLLATE "C" NOT NULL,
  payment_status text COLLATE "C" NOT NULL,
  fulfillment_status text COLLATE "C" NOT NULL,
  cancel_reason text,
  authorized_at timestamp with time zone,
  paid_at timestamp with time zone,
  refunded_at timestamp with time zone,
  voided_at timestamp with time zone,
  fulfilled_at timestamp with time zone,
  returned_at timestamp with time zone,
  completed_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  customer_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  former_customers jsonb,
  CONSTRAINT orders_check CHECK (((discount_amount >= 0) AND (discount_amount <= subtotal_amount))),
  CONSTRAINT orders_check1 CHECK ((total_amount = (((subtotal_amount - discount_amount) + shipping_amount) + tax_amount))),
  CONSTRAINT orders_check2 CHECK (((paid_amount >= 0) AND (paid_amount <= total_amount))),
  CONSTRAINT orders_check3 CHECK (((refunded_amount >= 0) AND (refunded_amount <= paid_amount))),
  CONSTRAINT orders_check4 CHECK (((cancel_reason IS NULL) OR (status = 'cancelled'::text))),
  CONSTRAINT orders_check5 CHECK (shop.lines_add_up(line_items, subtotal_amount)),
  CONSTRAINT orders_check6 CHECK (((status <> 'cancelled'::text) OR (fulfillment_status = ANY (ARRAY['unfulfilled'::text, 'not_required'::text])))),
  CONSTRAINT orders_check7 CHECK (,
  CASE payment_status,
      WHEN 'paid'::text THEN ((paid_amount = total_amount) AND (refunded_amount = 0)),
      WHEN 'partially_refunded'::text THEN ((refunded_amount > 0) AND (refunded_amount < paid_amount)),
      WHEN 'refunded'::text THEN (refunded_amount = paid_amount),
      ELSE (refunded_amount = 0),
  END),
  CONSTRAINT orders_fulfillment_status_check CHECK ((fulfillment_status = ANY (ARRAY['unfulfilled'::text, 'partial'::text, 'fulfilled'::text, 'returned'::text, 'not_required'::text]))),
  CONSTRAINT orders_payment_status_check CHECK ((payment_status = ANY (ARRAY['pending'::text, 'authorized'::text, 'paid'::text, 'partially_refunded'::text, 'refunded'::text, 'voided'::text]))),
  CONSTRAINT orders_shipping_amount_check CHECK ((shipping_amount >= 0)),
  CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['open'::text, 'completed'::text, 'cancelled'::text]))),
  CONSTRAINT orders_tax_amount_check CHECK ((tax_amount >= 0)),
  CONSTRAINT orders_shop_id_customer_id_fkey FOREIGN KEY (shop_id, customer_id) REFERENCES shop.customers(shop_id, id),
  CONSTRAINT orders_pkey PRIMARY KEY (shop_id, id)
);
ALTER TABLE shop.orders OWNER TO storewright_owner;
CREATE INDEX orders_shop_id_created_at_id_idx ON shop.orders USING btree (shop_id, created_at, id) INCLUDE (currency_code, status, total_amount, refunded_amount);
CREATE INDEX orders_shop_id_customer_id_id_idx ON shop.orders USING btree (shop_id, customer_id, id);
CREATE INDEX orders_shop_id_email_folded_id_idx ON shop.orders USING btree (shop_id, email_folded, id);
CREATE INDEX orders_shop_id_fulfillment_status_id_idx ON shop.orders USING btree (shop_id, fulfillment_status, id);
CREATE INDEX orders_shop_id_id_idx ON shop.orders USING btree (shop_id, id) WHERE (former_customers IS NOT NULL);
CREATE UNIQUE INDEX orders_shop_id_number_idx ON shop.orders USING btree (shop_id, number);
CREATE INDEX orders_shop_id_payment_status_id_idx ON shop.orders USING btree (shop_id, payment_status, id);
CREATE INDEX orders_shop_id_status_id_idx ON shop.orders USING btree (shop_id, status, id);
CREATE INDEX orders_shop_id_total_amount_id_idx ON shop.orders USING btree (shop_id, total_amount, id);
CREATE INDEX orders_shop_id_updated_at_id_idx ON shop.orders USING btree (shop_id, updated_at, id);
ALTER TABLE shop.orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.orders FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.orders FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.orders TO storewright_shop;

CREATE TABLE shop.products (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  title text COLLATE "C" NOT NULL,
  handle text COLLATE "C" NOT NULL,
  description text NOT NULL,
  status text COLLATE "C" NOT NULL,
  tags text[] NOT NULL,
  published_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT products_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'archived'::text]))),
  CONSTRAINT products_pkey PRIMARY KEY (shop_id, id)
);
ALTER TABLE shop.products OWNER TO storewright_owner;
CREATE UNIQUE INDEX products_shop_id_handle_idx ON shop.products USING btree (shop_id, handle);
CREATE INDEX products_shop_id_status_id_idx ON shop.products USING btree (shop_id, status, id);
CREATE INDEX products_shop_id_title_id_idx ON shop.products USING btree (shop_id, title, id);
CREATE INDEX products_shop_id_updated_at_id_idx ON shop.products USING btree (shop_id, updated_at, id);
ALTER TABLE shop.products ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.products FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.products FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.products TO storewright_shop;

CREATE TABLE shop.redactions (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id uuid NOT NULL,
  rules jsonb NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  swept_at timestamp with time zone,
  cleared integer NOT NULL DEFAULT 0,
  finished_at timestamp with time zone,
  CONSTRAINT redactions_pkey PRIMARY KEY (shop_id, id)
);
ALTER TABLE shop.redactions OWNER TO storewright_owner;
CREATE INDEX redactions_shop_id_idx ON shop.redactions USING btree (shop_id) WHERE (finished_at IS NULL);
ALTER TABLE shop.redactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.redactions FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.redactions FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT SELECT ON shop.redactions TO storewright_hooks;
GRANT INSERT, SELECT ON shop.redactions TO storewright_shop;
GRANT UPDATE (cleared, finished_at, swept_at) ON shop.redactions TO storewright_hooks;

CREATE TABLE shop.search_terms (
  shop_id uuid NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id uuid NOT NULL,
  field text COLLATE "C" NOT NULL,
  term text COLLATE "C" NOT NULL,
  CONSTRAINT search_terms_pkey PRIMARY KEY (shop_id, resource_type, resource_id, field, term)
);
ALTER TABLE shop.search_terms OWNER TO storewright_owner;
CREATE INDEX search_terms_shop_id_resource_type_term_resource_id_idx ON shop.search_terms USING btree (shop_id, resource_type, term, resource_id) WITH (deduplicate_items=off) WHERE (term >= ''::text);
ALTER TABLE shop.search_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.search_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.search_terms FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT ON shop.search_terms TO storewright_shop;

CREATE TABLE shop.variants (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  title text COLLATE "C" NOT NULL,
  sku text COLLATE "C",
  price_amount bigint NOT NULL,
  compare_at_amount bigint,
  currency_code text COLLATE "C" NOT NULL,
  inventory_quantity integer,
  inventory_policy text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT variants_compare_at_amount_check CHECK ((compare_at_amount >= 0)),
  CONSTRAINT variants_inventory_policy_check CHECK ((inventory_policy = ANY (ARRAY['deny'::text, 'continue'::text]))),
  CONSTRAINT variants_price_amount_check CHECK ((price_amount >= 0)),
  CONSTRAINT variants_shop_id_product_id_fkey FOREIGN KEY (shop_id, product_id) REFERENCES shop.products(shop_id, id),
  CONSTRAINT variants_pkey PRIMARY KEY (shop_id, id)
);
ALTER TABLE shop.variants OWNER TO storewright_owner;
CREATE INDEX variants_shop_id_position_id_idx ON shop.variants USING btree (shop_id, "position", id);
CREATE INDEX variants_shop_id_price_amount_id_idx ON shop.variants USING btree (shop_id, price_amount, id);
CREATE INDEX variants_shop_id_product_id_id_idx ON shop.variants USING btree (shop_id, product_id, id);
CREATE UNIQUE INDEX variants_shop_id_sku_idx ON shop.variants USING btree (shop_id, sku);
CREATE INDEX variants_shop_id_updated_at_id_idx ON shop.variants USING btree (shop_id, updated_at, id);
ALTER TABLE shop.variants ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.variants FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.variants FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.variants TO storewright_shop;

CREATE TABLE shop.webhook_attempts (
  shop_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  attempt integer NOT NULL,
  url text NOT NULL,
  request_headers jsonb NOT NULL,
  status integer,
  duration_ms integer NOT NULL,
  answer text NOT NULL,
  error text,
  attempted_at timestamp with time zone NOT NULL,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (shop_id, delivery_id, attempt)
);
ALTER TABLE shop.webhook_attempts OWNER TO storewright_owner;
ALTER TABLE shop.webhook_attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.webhook_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.webhook_attempts FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.webhook_attempts TO storewright_hooks;
GRANT SELECT ON shop.webhook_attempts TO storewright_shop;

CREATE TABLE shop.webhook_deliveries (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  installation_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  event_id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  sequence bigint,
  status text COLLATE "C" NOT NULL,
  attempts integer NOT NULL,
  resource text,
  error text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT webhook_deliveries_check CHECK ((((kind = 'test'::text) = (resource IS NOT NULL)) AND ((kind = 'test'::text) = (sequence IS NULL)))),
  CONSTRAINT webhook_deliveries_kind_check CHECK ((kind = ANY (ARRAY['event'::text, 'again'::text, 'test'::text]))),
  CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'retrying'::text, 'delivered'::text, 'failed'::text, 'skipped'::text]))) NOT VALID,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (shop_id, id)
);
ALTER TABLE shop.webhook_deliveries OWNER TO storewright_owner;
CREATE INDEX webhook_deliveries_shop_id_event_id_id_idx ON shop.webhook_deliveries USING btree (shop_id, event_id, id);
CREATE INDEX webhook_deliveries_shop_id_event_type_id_idx ON shop.webhook_deliveries USING btree (shop_id, event_type, id);
CREATE INDEX webhook_deliveries_shop_id_installation_id_id_idx ON shop.webhook_deliveries USING btree (shop_id, installation_id, id);
CREATE INDEX webhook_deliveries_shop_id_installation_id_status_id_idx ON shop.webhook_deliveries USING btree (shop_id, installation_id, status, id) WHERE (status <> 'delivered'::text);
CREATE INDEX webhook_deliveries_shop_id_kind_id_idx ON shop.webhook_deliveries USING btree (shop_id, kind, id) WHERE (kind <> 'event'::text);
CREATE INDEX webhook_deliveries_shop_id_status_id_idx ON shop.webhook_deliveries USING btree (shop_id, status, id) WHERE (status <> 'delivered'::text);
ALTER TABLE shop.webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.webhook_deliveries FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.webhook_deliveries TO storewright_hooks;
GRANT INSERT, SELECT ON shop.webhook_deliveries TO storewright_shop;
GRANT UPDATE (status, updated_at) ON shop.webhook_deliveries TO storewright_shop;

CREATE TABLE shop.webhook_streams (
  shop_id uuid NOT NULL,
  installation_id uuid NOT NULL,
  app_id uuid NOT NULL,
  last_sequence bigint NOT NULL,
  state text NOT NULL DEFAULT 'active'::text,
  failing_since timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  delivery_id uuid,
  loss_foretold boolean NOT NULL DEFAULT false,
  locked_by integer,
  locked_until timestamp with time zone,
  CONSTRAINT webhook_streams_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text]))),
  CONSTRAINT webhook_streams_pkey PRIMARY KEY (shop_id, installation_id)
);
ALTER TABLE shop.webhook_streams OWNER TO storewright_owner;
CREATE INDEX webhook_streams_shop_id_next_attempt_at_idx ON shop.webhook_streams USING btree (shop_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
ALTER TABLE shop.webhook_streams ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.webhook_streams FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.webhook_streams FOR ALL TO public USING (shop_id = ( SELECT shop.current_shop() AS current_shop));
GRANT DELETE, INSERT, SELECT, UPDATE ON shop.webhook_streams TO storewright_hooks;
GRANT SELECT ON shop.webhook_streams TO storewright_shop;
GRANT UPDATE (attempts, delivery_id, last_sequence, next_attempt_at) ON shop.webhook_streams TO storewright_shop;
