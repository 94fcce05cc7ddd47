/** Why a command can't begin, in one line. */
export class UsageError extends Error {}

/** What was asked for did not come to its end; the message says why, and what to do. */
export class UnfinishedError extends Error {}

/** The API says no, and would say so again. */
export class Refused extends Error {}
