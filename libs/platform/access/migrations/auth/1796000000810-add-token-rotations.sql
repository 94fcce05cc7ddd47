-- The previous text of a rotated access token, which works until the new text is used.
ALTER TABLE auth.access_tokens
  ADD COLUMN previous_digest bytea CHECK (octet_length(previous_digest) = 32),
  ADD COLUMN previous_expires_at timestamptz;
CREATE UNIQUE INDEX access_tokens_previous_digest ON auth.access_tokens (previous_digest);
ALTER POLICY of_shop_or_bearer ON auth.access_tokens
  USING (shop_id = (SELECT auth.current_shop()) OR digest = (SELECT auth.current_credential())
    OR previous_digest = (SELECT auth.current_credential()));
GRANT UPDATE (previous_digest, previous_expires_at) ON auth.access_tokens TO storewright_shop;

-- A Secret-Proof with a new secret ends the previous secrets of the app.
CREATE POLICY end_by_bearer ON auth.app_secrets
  FOR UPDATE
  TO storewright_shop
  USING (app_id = (SELECT t.app_id FROM auth.oauth_tokens t WHERE t.digest = (SELECT auth.current_credential())))
  WITH CHECK (expires_at <= clock_timestamp());
GRANT UPDATE (expires_at) ON auth.app_secrets TO storewright_shop;
