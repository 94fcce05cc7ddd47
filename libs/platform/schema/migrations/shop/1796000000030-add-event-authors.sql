ALTER TABLE shop.events ADD COLUMN actor_type text COLLATE "C", ADD COLUMN actor_id uuid, ADD COLUMN actor_name text;
