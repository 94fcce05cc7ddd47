-- Scopes of an installation whose writes a member of the shop must approve.
ALTER TABLE auth.installations ADD COLUMN ask_scopes text[] NOT NULL DEFAULT '{}';

-- Copy of installations.ask_scopes for the token check, because the shop API cannot read installations.
ALTER TABLE auth.oauth_tokens ADD COLUMN ask_scopes text[] NOT NULL DEFAULT '{}';
