-- Time of the last request for a package, to the day. The auth API deletes older packages that nobody requests.
ALTER TABLE auth.downloads ADD COLUMN requested_at timestamptz NOT NULL DEFAULT now();
GRANT UPDATE (requested_at), DELETE ON auth.downloads TO storewright_auth;
