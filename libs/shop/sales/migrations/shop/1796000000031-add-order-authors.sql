ALTER TABLE shop.orders ADD COLUMN actor_type text COLLATE "C", ADD COLUMN actor_id uuid, ADD COLUMN actor_name text;
ALTER TABLE shop.orders ADD CONSTRAINT orders_actor_type_check
  CHECK (actor_type IN ('app', 'access_token', 'person'));
ALTER TABLE shop.orders ADD CONSTRAINT orders_actor_check
  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3));
CREATE INDEX ON shop.orders (shop_id, actor_id, id);
