-- Notifications of members, and how each member receives each kind.
CREATE TABLE auth.notifications (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  owner_id uuid NOT NULL REFERENCES auth.owners (id),
  kind text COLLATE "C" NOT NULL,
  installation_id uuid NOT NULL,
  app_name text NOT NULL,
  read_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, owner_id) REFERENCES auth.members (shop_id, owner_id) ON DELETE CASCADE
);
CREATE INDEX notifications_owner ON auth.notifications (shop_id, owner_id, id);
ALTER TABLE auth.notifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.notifications USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, UPDATE ON auth.notifications TO storewright_auth;

CREATE TABLE auth.notification_preferences (
  shop_id uuid NOT NULL,
  owner_id uuid NOT NULL REFERENCES auth.owners (id),
  kind text COLLATE "C" NOT NULL,
  in_panel boolean NOT NULL,
  by_mail boolean NOT NULL,
  mailed_at timestamptz,
  PRIMARY KEY (shop_id, owner_id, kind),
  FOREIGN KEY (shop_id, owner_id) REFERENCES auth.members (shop_id, owner_id) ON DELETE CASCADE
);
ALTER TABLE auth.notification_preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.notification_preferences USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT, UPDATE ON auth.notification_preferences TO storewright_auth;

-- Time-ordered id (RFC 9562), as lists are sorted by id.
CREATE FUNCTION auth.new_id() RETURNS uuid LANGUAGE sql VOLATILE SET search_path = pg_catalog
AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid
$$;
REVOKE EXECUTE ON FUNCTION auth.new_id() FROM PUBLIC;

-- Notifies the members who have the right: owners, administrators, and staff with that right. An unread notification
-- about the same installation suppresses a repetition. A member gets at most one mail of a kind per hour.
CREATE FUNCTION auth.add_notifications(of_kind text, needed text, installations uuid[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  DELETE FROM auth.notifications n USING auth.installations i
  WHERE i.id = ANY (installations) AND n.shop_id = i.shop_id AND n.created_at < now() - interval '90 days';

  WITH recipients AS MATERIALIZED (
    SELECT i.shop_id, m.owner_id, i.id AS installation_id, a.name AS app_name, s.name AS shop_name, s.domain, o.email,
      coalesce(p.in_panel, true) AS in_panel, coalesce(p.by_mail, true) AS by_mail
    FROM auth.installations i
      JOIN auth.apps a ON a.id = i.app_id
      JOIN auth.shops s ON s.id = i.shop_id
      JOIN auth.members m ON m.shop_id = i.shop_id
        AND (m.role IN ('owner', 'administrator') OR needed = ANY (m.scopes))
      JOIN auth.owners o ON o.id = m.owner_id
      LEFT JOIN auth.notification_preferences p ON p.shop_id = m.shop_id AND p.owner_id = m.owner_id
        AND p.kind = of_kind
    WHERE i.id = ANY (installations) AND i.status = 'installed'
      AND NOT EXISTS (SELECT FROM auth.notifications n WHERE n.shop_id = i.shop_id AND n.owner_id = m.owner_id
        AND n.kind = of_kind AND n.installation_id = i.id AND n.read_at IS NULL)
  ), shown AS (
    INSERT INTO auth.notifications (shop_id, id, owner_id, kind, installation_id, app_name)
    SELECT r.shop_id, auth.new_id(), r.owner_id, of_kind, r.installation_id, r.app_name
    FROM recipients r WHERE r.in_panel
  ), mails AS (
    SELECT DISTINCT ON (r.shop_id, r.owner_id) r.* FROM recipients r WHERE r.by_mail
    ORDER BY r.shop_id, r.owner_id, r.installation_id
  ), due AS (
    INSERT INTO auth.notification_preferences AS p (shop_id, owner_id, kind, in_panel, by_mail, mailed_at)
    SELECT m.shop_id, m.owner_id, of_kind, m.in_panel, true, now() FROM mails m
    ON CONFLICT (shop_id, owner_id, kind) DO UPDATE SET mailed_at = EXCLUDED.mailed_at
      WHERE p.mailed_at IS NULL OR p.mailed_at <= EXCLUDED.mailed_at - interval '1 hour'
    RETURNING p.shop_id, p.owner_id
  )
  INSERT INTO auth.outgoing_mails (id, kind, email, shop_domain, details)
  SELECT auth.new_id(), 'notification', m.email, m.domain, jsonb_build_object('notification', of_kind,
    'shop', m.shop_name, 'name', m.app_name, 'installation_id', m.installation_id)
  FROM mails m JOIN due d ON d.shop_id = m.shop_id AND d.owner_id = m.owner_id;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.add_notifications(text, text, uuid[]) FROM PUBLIC;

-- Notifies members of the current shop about an installation.
CREATE FUNCTION auth.notify_members(of_kind text, needed text, installation uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT auth.add_notifications(of_kind, needed, array_agg(i.id)) FROM auth.installations i
  WHERE i.shop_id = auth.current_shop() AND i.id = installation
$$;
REVOKE EXECUTE ON FUNCTION auth.notify_members(text, text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.notify_members(text, text, uuid) TO storewright_auth, storewright_hooks;

-- Notifies members of all shops in which an app of the current person requests more scopes than granted.
CREATE FUNCTION auth.notify_of_permissions(of_kind text, needed text, app uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT auth.add_notifications(of_kind, needed, array_agg(i.id)) FROM auth.installations i
    JOIN auth.apps a ON a.id = i.app_id
  WHERE a.id = app AND a.owner_id = auth.current_owner() AND i.status = 'installed' AND NOT (a.scopes <@ i.scopes)
$$;
REVOKE EXECUTE ON FUNCTION auth.notify_of_permissions(text, text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.notify_of_permissions(text, text, uuid) TO storewright_auth;
