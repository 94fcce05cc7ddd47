ALTER TABLE auth.access_tokens ADD COLUMN person_id uuid, ADD COLUMN person_name text;
GRANT SELECT (name) ON auth.apps TO storewright_shop;
