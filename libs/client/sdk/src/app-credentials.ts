/** Id and secret of an app, as returned when the app is registered. */
export interface AppCredentials {
  id: string;
  secret: string;
}

/** Returns the header for HTTP Basic authentication. Id and secret are form-encoded (RFC 6749 §2.3.1). */
export function basicAuthorization(app: AppCredentials): { authorization: string } {
  const [id, secret] = [app.id, app.secret].map(encodeURIComponent);
  return { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
}
