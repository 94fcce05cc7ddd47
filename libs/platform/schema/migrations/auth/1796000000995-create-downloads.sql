CREATE TABLE auth.downloads (
  digest text COLLATE "C" PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{128}$'),
  name text COLLATE "C" NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON auth.downloads TO storewright_auth;
