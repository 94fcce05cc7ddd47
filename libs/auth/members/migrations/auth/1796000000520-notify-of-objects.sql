-- A notification is about an app, or about an object of the shop such as an order.
ALTER TABLE auth.notifications ALTER COLUMN installation_id DROP NOT NULL, ALTER COLUMN app_name DROP NOT NULL,
  ADD COLUMN subject_type text COLLATE "C", ADD COLUMN subject_id uuid, ADD COLUMN subject_name text;
CREATE INDEX notifications_kind ON auth.notifications (shop_id, owner_id, kind, created_at);
CREATE INDEX notifications_created ON auth.notifications (created_at);

-- Notifies the members who have the right: owners, administrators, and staff with that right. A repetition about the
-- same installation is suppressed by an unread notification, and by any notification after `since`. A member gets at
-- most one mail of a kind per hour, and one after `since`.
CREATE FUNCTION auth.add_notifications(of_kind text, needed text, installations uuid[], since timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
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
        AND n.kind = of_kind AND n.installation_id = i.id AND (n.read_at IS NULL OR n.created_at > since))
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
      WHERE p.mailed_at IS NULL
        OR p.mailed_at <= least(EXCLUDED.mailed_at - interval '1 hour', coalesce(since, 'infinity'))
    RETURNING p.shop_id, p.owner_id
  )
  INSERT INTO auth.outgoing_mails (id, kind, email, shop_domain, details)
  SELECT auth.new_id(), 'notification', m.email, m.domain, jsonb_build_object('notification', of_kind,
    'shop', m.shop_name, 'name', m.app_name, 'installation_id', m.installation_id)
  FROM mails m JOIN due d ON d.shop_id = m.shop_id AND d.owner_id = m.owner_id;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.add_notifications(text, text, uuid[], timestamptz) FROM PUBLIC;

-- Deletes nothing, because the worker deletes old notifications.
CREATE OR REPLACE FUNCTION auth.add_notifications(of_kind text, needed text, installations uuid[]) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$ SELECT auth.add_notifications(of_kind, needed, installations, NULL) $$;

-- Notifies members of the current shop about an installation whose failure started at `since`, once per failure.
CREATE FUNCTION auth.notify_of_failure(of_kind text, needed text, installation uuid, since timestamptz) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  SELECT auth.add_notifications(of_kind, needed, array_agg(i.id), since) FROM auth.installations i
  WHERE i.shop_id = auth.current_shop() AND i.id = installation
$$;
REVOKE EXECUTE ON FUNCTION auth.notify_of_failure(text, text, uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.notify_of_failure(text, text, uuid, timestamptz) TO storewright_hooks;

-- Notifies members of the current shop about objects. Element n of each array is about object n. A member gets at most
-- `hourly` notifications of a kind per hour, and none while one about the same object is unread.
CREATE FUNCTION auth.notify_of_objects(kinds text[], needed text[], chosen boolean[], hourly integer[], types text[],
  ids uuid[], names text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  -- Two processes that count at the same time would exceed the limit.
  PERFORM pg_advisory_xact_lock(hashtextextended('auth.notify_of_objects ' || auth.current_shop(), 0));
  INSERT INTO auth.notifications (shop_id, id, owner_id, kind, subject_type, subject_id, subject_name)
  SELECT m.shop_id, auth.new_id(), m.owner_id, f.kind, f.type, f.id, f.name
  FROM (
    SELECT u.*, row_number() OVER (PARTITION BY u.kind ORDER BY u.place) AS nth
    FROM unnest(kinds, needed, chosen, hourly, types, ids, names) WITH ORDINALITY
      AS u (kind, needs, is_chosen, most, type, id, name, place)
  ) f
    JOIN auth.members m ON m.shop_id = auth.current_shop()
      AND (m.role IN ('owner', 'administrator') OR f.needs = ANY (m.scopes))
    LEFT JOIN auth.notification_preferences p ON p.shop_id = m.shop_id AND p.owner_id = m.owner_id AND p.kind = f.kind
  WHERE coalesce(p.in_panel, f.is_chosen)
    AND NOT EXISTS (SELECT FROM auth.notifications n WHERE n.shop_id = m.shop_id AND n.owner_id = m.owner_id
      AND n.kind = f.kind AND n.subject_id = f.id AND n.read_at IS NULL)
    AND f.nth + (SELECT count(*) FROM auth.notifications n WHERE n.shop_id = m.shop_id AND n.owner_id = m.owner_id
      AND n.kind = f.kind AND n.created_at > now() - interval '1 hour') <= f.most
  ORDER BY f.place;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.notify_of_objects(text[], text[], boolean[], integer[], text[], uuid[], text[])
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.notify_of_objects(text[], text[], boolean[], integer[], text[], uuid[], text[])
  TO storewright_shop;

-- Deletes at most `most` notifications from before this time. Returns their number.
CREATE FUNCTION auth.remove_notifications(before timestamptz, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  removed integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('auth.remove_outdated', 0)) THEN
    RETURN 0;
  END IF;
  DELETE FROM auth.notifications n USING (SELECT shop_id, id FROM auth.notifications
    WHERE created_at < least(before, now() - interval '1 day') LIMIT most) old
  WHERE n.shop_id = old.shop_id AND n.id = old.id;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.remove_notifications(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.remove_notifications(timestamptz, integer) TO storewright_hooks;
