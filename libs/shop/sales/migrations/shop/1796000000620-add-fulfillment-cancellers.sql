-- Who cancelled a fulfillment, and when. Unknown for cancellations by earlier releases.
ALTER TABLE shop.fulfillments ADD COLUMN cancelled_at timestamptz, ADD COLUMN canceller_type text COLLATE "C",
  ADD COLUMN canceller_id uuid, ADD COLUMN canceller_name text;
ALTER TABLE shop.fulfillments ADD CONSTRAINT fulfillments_canceller_type_check
  CHECK (canceller_type IN ('app', 'access_token', 'person'));
ALTER TABLE shop.fulfillments ADD CONSTRAINT fulfillments_canceller_check
  CHECK (num_nonnulls(canceller_type, canceller_id, canceller_name) IN (0, 3));
