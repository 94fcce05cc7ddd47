-- Queues mails about objects for members of the current shop who have the right and did not turn the mails off. Element
-- n of each array is about object n. A member gets at most one mail of a kind per hour.
CREATE FUNCTION auth.mail_of_objects(kinds text[], needed text[], chosen boolean[], mailed boolean[], ids uuid[],
  names text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  WITH facts AS (
    SELECT DISTINCT ON (u.kind) u.kind, u.needs, u.is_chosen, u.id, u.name
    FROM unnest(kinds, needed, chosen, mailed, ids, names) WITH ORDINALITY
      AS u (kind, needs, is_chosen, is_mailed, id, name, place)
    WHERE u.is_mailed
    ORDER BY u.kind, u.place
  ), mails AS MATERIALIZED (
    SELECT m.shop_id, m.owner_id, f.kind, f.id, f.name, s.name AS shop_name, s.domain, o.email,
      coalesce(p.in_panel, f.is_chosen) AS in_panel
    FROM facts f
      JOIN auth.members m ON m.shop_id = auth.current_shop()
        AND (m.role IN ('owner', 'administrator') OR f.needs = ANY (m.scopes))
      JOIN auth.shops s ON s.id = m.shop_id
      JOIN auth.owners o ON o.id = m.owner_id
      LEFT JOIN auth.notification_preferences p ON p.shop_id = m.shop_id AND p.owner_id = m.owner_id
        AND p.kind = f.kind
    WHERE coalesce(p.by_mail, f.is_chosen)
  ), due AS (
    INSERT INTO auth.notification_preferences AS p (shop_id, owner_id, kind, in_panel, by_mail, mailed_at)
    SELECT m.shop_id, m.owner_id, m.kind, m.in_panel, true, now() FROM mails m
    -- In the order of the key, so that two processes cannot lock each other out.
    ORDER BY m.owner_id, m.kind
    ON CONFLICT (shop_id, owner_id, kind) DO UPDATE SET mailed_at = EXCLUDED.mailed_at
      WHERE p.mailed_at IS NULL OR p.mailed_at <= EXCLUDED.mailed_at - interval '1 hour'
    RETURNING p.shop_id, p.owner_id, p.kind
  )
  INSERT INTO auth.outgoing_mails (id, kind, email, shop_domain, details)
  SELECT auth.new_id(), 'notification', m.email, m.domain, jsonb_build_object('notification', m.kind,
    'shop', m.shop_name, 'name', m.name, 'subject_id', m.id)
  FROM mails m JOIN due d ON d.shop_id = m.shop_id AND d.owner_id = m.owner_id AND d.kind = m.kind;
END
$$;
REVOKE EXECUTE ON FUNCTION auth.mail_of_objects(text[], text[], boolean[], boolean[], uuid[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.mail_of_objects(text[], text[], boolean[], boolean[], uuid[], text[])
  TO storewright_shop;
