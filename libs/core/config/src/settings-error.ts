/**
 * Thrown for a missing or invalid setting. The message is one line that names the setting and the expected
 * value.
 */
export class SettingsError extends Error {}
