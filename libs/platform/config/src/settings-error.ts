/** A setting that is missing or wrong: one line that says which and what it should be. */
export class SettingsError extends Error {}
