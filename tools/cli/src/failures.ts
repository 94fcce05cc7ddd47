/** The command was called incorrectly. */
export class UsageError extends Error {}

/** The command started but could not finish. The message says why and what to do. */
export class UnfinishedError extends Error {}

/** The API rejected the request permanently. */
export class Refused extends Error {}
