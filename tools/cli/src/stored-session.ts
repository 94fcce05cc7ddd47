import { type Credentials, keepCredentials, readCredentials } from './credentials';
import { UnfinishedError } from './failures';
import { formSender, type SendForm, type SessionTokens, tokensIn } from './oauth';

/**
 * The stored session of this device. Several processes share its file, so every refresh reads the file again
 * and uses tokens that another process has stored.
 */
export class StoredSession {
  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    readonly authUrl: string,
    public token: string,
    readonly send: SendForm = formSender(authUrl),
  ) {}

  /**
   * Renews the session token after the auth API has rejected it. Returns false if the session has ended. If
   * the auth API does not respond, throws an error, because the session may still be active.
   */
  async refresh(): Promise<boolean> {
    if (this.isReplaced()) return true;
    const refresh_token = this.stored()?.refresh_token;
    if (!refresh_token) return false;
    const response = await this.send('/oauth/token', { grant_type: 'refresh_token', refresh_token });
    const tokens = tokensIn(response);
    if (tokens) return this.keep(tokens);
    const { status } = response;
    if (status === 400) return this.isReplaced();
    throw new UnfinishedError(
      status === 0
        ? `${this.authUrl} does not respond.`
        : `the auth API returned status ${status}; try again later.`,
    );
  }

  /**
   * Stores new tokens of the session, unless the credentials file now contains the session of a different
   * auth API.
   */
  keep(tokens: SessionTokens): true {
    if (this.stored()) keepCredentials(this.environment, tokens);
    this.token = tokens.session;
    return true;
  }

  /** Updates the session token from the file. Returns true if another process has replaced the token. */
  private isReplaced(): boolean {
    const session = this.stored()?.session;
    if (!session || session === this.token) return false;
    this.token = session;
    return true;
  }

  /**
   * Returns the stored credentials if they belong to this auth API, because a token must not be sent to a
   * different auth API.
   */
  private stored(): Credentials | undefined {
    const credentials = readCredentials(this.environment);
    return credentials.auth_url === this.authUrl ? credentials : undefined;
  }
}
