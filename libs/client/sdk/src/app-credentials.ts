/** Id and secret of an app, as printed at its registration. */
export interface AppCredentials {
  id: string;
  secret: string;
}

/** Header for HTTP Basic authentication (RFC 6749 §2.3.1): id and secret are form-encoded. */
export function basicAuthorization(app: AppCredentials): { authorization: string } {
  const [id, secret] = [app.id, app.secret].map(encodeURIComponent);
  return { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
}
