export class UsageError extends Error {}

/**
 * Error for a command that started but could not finish. The message contains the reason and the next step.
 */
export class UnfinishedError extends Error {}

/** Error for a request that the API rejected permanently. */
export class Refused extends Error {}
