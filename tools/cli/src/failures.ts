/** The command has invalid or missing words. */
export class UsageError extends Error {}

/** The command started but could not finish. The message contains the reason and the next step. */
export class UnfinishedError extends Error {}

/** The API rejected the request permanently. */
export class Refused extends Error {}
