-- Name of the device, as its program reported it at the sign-in with a device code. null for other sessions.
ALTER TABLE auth.sessions ADD COLUMN device_name text;
