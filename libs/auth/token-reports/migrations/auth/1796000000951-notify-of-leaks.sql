-- The auth API notifies members of leaked tokens and used canary tokens.
GRANT EXECUTE ON FUNCTION auth.notify_of_objects(text[], text[], boolean[], integer[], text[], uuid[], text[])
  TO storewright_auth;
