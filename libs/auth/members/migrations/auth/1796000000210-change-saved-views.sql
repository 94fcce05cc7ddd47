GRANT UPDATE (name, query, is_shared) ON auth.saved_views TO storewright_auth;
