/** collection = list, get = read one, post = create, patch = update. */
export const actions = ['collection', 'get', 'post', 'patch', 'delete'] as const;
export type Action = (typeof actions)[number];

/** What apps may be allowed to do with a resource, and what they may receive it. */
export interface DeclaredResource {
  /** What a shop owner reads before agreeing: it completes "This app will be able to …". */
  scopes?: Partial<Record<Action, string>>;
  /** The scopes that let an app read personal data: who a customer is, and where. Owners are told before they agree. */
  personal?: readonly Action[];
  /** What happened, by the end of the event's type: `created`. */
  events?: Readonly<Record<string, string>>;
}
