import { randomUUID } from 'node:crypto';
import { type CheckedClient, codesOf, installationOf, type Tenant } from '@storewright/api-testing';
import { declaredScopes } from '@storewright/scopes';
import { anAccessToken, anApp, anOAuthToken, aShop, type Options, type Response } from '@storewright/testing';
import { digestOf, mintToken } from '@storewright/tokens';
import { type RightRequest, type ScopedRoute, send } from './routes';
import type { Subject } from './subject';

/** Tests which access tokens and OAuth tokens each API route of a library accepts (docs/contract.md §3). */
export function testAccess(subject: Subject): void {
  const routes = new Routes(subject);
  describe('every route', () => {
    beforeAll(() => routes.prepare());

    it('requires the scopes that follow from its method and path', () => routes.havePromisedScopes());
    it('belongs to a supported operation or a relationship URL, and no such route is missing', () =>
      routes.areThosePromised());
    it('returns 401 for a request without a token', () => routes.refuseStrangers());
    it.each(Object.keys(wrongTokens))('returns 401 with the same detail for %s', (name) =>
      routes.refuseToken((given) => wrongTokens[name]!(given)),
    );
    it.each(subject.types)(
      'of %s returns 403 and the missing scopes for a token with all other scopes',
      (type) => routes.refuseOtherScopes(type),
    );
    it('accepts a token with only the required scopes', () => routes.serveOwnScopes());
    it('returns 404 for an object of another shop', () => routes.hideOtherShops());
    it('returns 401 without a token and 403 without scopes, even if the request is invalid', () =>
      routes.askForTokenFirst());
    it('returns 403 for a token of a suspended shop', () => routes.areClosedWhileSuspended());
    it('returns 404 on a host that belongs to no shop', () => routes.areNotThereOnOtherHosts());
  });
}

const allScopes = declaredScopes.map(({ scope }) => scope as string);

async function anOAuthTokenOf(
  { api, tenant }: Subject,
  scopes = allScopes,
  shop = tenant.shop,
): Promise<string> {
  return anOAuthToken(api.database, shop, await anApp(api.database), scopes);
}

async function changedToken({ api }: Subject, token: string, change: string): Promise<string> {
  const table = token.startsWith('swo_') ? 'oauth_tokens' : 'access_tokens';
  await api.database.query(`UPDATE auth.${table} SET ${change} WHERE digest = decode($1, 'hex')`, [
    digestOf(token),
  ]);
  return token;
}

const changedAccessToken = async (subject: Subject, change: string) =>
  changedToken(subject, await anAccessToken(subject.api.database, subject.tenant.shop), change);
const changedOAuthToken = async (subject: Subject, change: string) =>
  changedToken(subject, await anOAuthTokenOf(subject), change);

const wrongTokens: Record<string, (subject: Subject) => string | Promise<string>> = {
  'an unknown access token': () => mintToken('access_token').reveal(),
  'an unknown OAuth token': () => mintToken('oauth_token').reveal(),
  'a session token': () => mintToken('session').reveal(),
  'an app secret': () => mintToken('app_secret').reveal(),
  'a token with a wrong checksum': () => `swa_${'a'.repeat(46)}`,
  'a token in an unknown format': () => 'eyJhbGciOiJub25lIn0.e30.',
  'a revoked access token': (subject) => changedAccessToken(subject, `status = 'revoked'`),
  'an expired access token': (subject) =>
    changedAccessToken(subject, `expires_at = now() - interval '1 microsecond'`),
  'a revoked OAuth token': (subject) => changedOAuthToken(subject, `status = 'revoked'`),
  'a superseded OAuth token': (subject) => changedOAuthToken(subject, `status = 'superseded'`),
  "another shop's access token": ({ stranger }) => stranger.token,
  "another shop's OAuth token": async (subject) =>
    anOAuthTokenOf(subject, allScopes, await aShop(subject.api.database)),
};

const statusAndCodes = (answer: Response) => [answer.status, ...codesOf(answer)];

/** The API route for atomic operations, whose required scopes depend on the operations in the body. */
const operations = { label: 'POST /api/operations', method: 'POST', path: '/api/operations', body: {} };

/**
 * Returns insufficient sets of scopes for a route: the empty set, and for each required scope the set of all
 * other scopes. If any of these other scopes opened the route, a token with all of them would be accepted.
 */
const tooFew = (needed: readonly string[]): string[][] => [
  [],
  ...needed.map((one) => allScopes.filter((scope) => scope !== one)),
];

/** The API routes that require a token, each with a valid request about objects of one shop. */
class Routes {
  private readonly requests = new Map<string, RightRequest>([[operations.label, operations]]);

  constructor(private readonly subject: Subject) {}

  private get tenant(): Tenant {
    return this.subject.tenant;
  }

  async prepare(): Promise<void> {
    for (const route of this.subject.routes)
      this.requests.set(route.label, await this.subject.aRightRequest(route, { tenant: this.tenant }));
  }

  havePromisedScopes(): void {
    const { routes } = this.subject;
    for (const route of routes)
      expect([route.label, route.scopes]).toEqual([route.label, this.subject.promisedScopes(route)]);
    for (const type of this.subject.types) expect(routes.map((route) => route.type)).toContain(type);
  }

  areThosePromised(): void {
    const { routes, promisedRoutes } = this.subject;
    expect(routes.map(({ label }) => label).sort()).toEqual(promisedRoutes.sort());
  }

  async refuseStrangers(): Promise<void> {
    const answers = await this.answersTo(this.tenant.http.as());
    expect(outcomes(answers)).toEqual(this.all(401, 'unauthorized'));
    // A response to a request without a token must contain no error code (RFC 6750 §3.1).
    for (const { headers } of Object.values(answers))
      expect(headers['www-authenticate']).toBe('Bearer realm="storewright"');
  }

  async refuseToken(make: (subject: Subject) => string | Promise<string>): Promise<void> {
    const answers = await this.answersTo(this.tenant.http.as(await make(this.subject)));
    expect(outcomes(answers)).toEqual(this.all(401, 'invalid_token'));
    for (const { headers, body } of Object.values(answers)) {
      expect(headers['www-authenticate']).toContain('error="invalid_token"');
      expect(body.errors[0].detail).toBe(
        'The token is unknown, revoked, expired or belongs to another shop.',
      );
    }
  }

  async refuseOtherScopes(type: string): Promise<void> {
    const tokens = new Map<string, Promise<string[]>>();
    const tokensWith = (scopes: string[]) => {
      const key = scopes.join();
      if (!tokens.has(key)) tokens.set(key, this.bothTokens(scopes));
      return tokens.get(key)!;
    };
    const routes = this.subject.routes.filter((route) => route.type === type);
    expect(routes).not.toEqual([]);
    for (const { label, scopes: needed } of routes)
      for (const scopes of tooFew(needed))
        for (const token of await tokensWith(scopes)) await this.refuses(label, needed, { scopes, token });
  }

  private async refuses(
    label: string,
    needed: readonly string[],
    { scopes, token }: { scopes: string[]; token: string },
  ): Promise<void> {
    const missing = needed.filter((scope) => !scopes.includes(scope));
    const { status, headers, body } = await send(this.tenant.http.as(token), this.requests.get(label)!);
    expect([label, scopes, status, body.errors[0].code, body.errors[0].meta]).toEqual([
      ...[label, scopes, 403, 'insufficient_scope'],
      { required_scopes: missing },
    ]);
    for (const scope of missing) expect(body.errors[0].detail).toContain(`"${scope}"`);
    expect(headers['www-authenticate']).toContain('error="insufficient_scope"');
    expect(headers['www-authenticate']).toContain(`scope="${missing.join(' ')}"`);
  }

  async serveOwnScopes(): Promise<void> {
    for (const route of this.subject.routes) {
      for (const token of await this.bothTokens([...route.scopes])) {
        const request = await this.repeatedRequest(route, token);
        const { status, text } = await send(this.tenant.http.as(token), request);
        expect([route.label, Math.floor(status / 100), text]).toEqual([route.label, 2, text]);
      }
    }
  }

  /**
   * Returns a repeatable request for an API route. A read uses the prepared request. A write, or a route that
   * depends on the token's installation, needs a new request.
   */
  private async repeatedRequest(route: ScopedRoute, token: string): Promise<RightRequest> {
    const { api, served } = this.subject;
    const isRepeatable =
      route.method === 'GET' && served.some(({ resource }) => resource.type === route.type);
    if (isRepeatable) return this.requests.get(route.label)!;
    const installation = await installationOf(api.database, token);
    return this.subject.aRightRequest(route, {
      tenant: this.tenant,
      ...(installation && { installation }),
    });
  }

  async hideOtherShops(): Promise<void> {
    const { stranger, routes } = this.subject;
    const about = routes.filter(({ path }) => path.includes(':id'));
    for (const route of about) {
      const foreign = await this.subject.aRightRequest(route, { tenant: stranger });
      expect([route.label, ...statusAndCodes(await send(this.tenant.http, foreign))]).toEqual([
        ...[route.label, 404, 'not_found'],
      ]);
      expect((await send(stranger.http, foreign)).status).toBeLessThan(300);
    }
    expect(about.length).toBeGreaterThan(0);
  }

  async askForTokenFirst(): Promise<void> {
    const wrong: Options[] = [
      { headers: { accept: 'text/html' } },
      { body: '{', headers: { 'content-type': 'text/plain' } },
      { body: '{', headers: { 'content-type': 'junk' } },
      { body: { data: { type: 'nothings', id: 'x', attributes: { nope: 1 } } } },
      { headers: { 'if-match': '"x"', 'idempotency-key': '' } },
    ];
    const { http, shop } = this.tenant;
    const powerless = http.as(await anAccessToken(this.subject.api.database, shop, []));
    for (const options of wrong) {
      const missing = { ...options, missing: true };
      expect(outcomes(await this.answersTo(http.as(), missing))).toEqual(this.all(401, 'unauthorized'));
      // Skips the API route for atomic operations, because its required scopes depend on the body.
      const { [operations.label]: _, ...refused } = outcomes(await this.answersTo(powerless, missing));
      const { [operations.label]: __, ...expected } = this.all(403, 'insufficient_scope');
      expect(refused).toEqual(expected);
    }
    for (const { label, method, path } of this.subject.routes) {
      const answer = await http.as().send(method, `${path.replace(':id', 'x'.repeat(3_000))}?foo=%zz`);
      expect([label, answer.status]).toEqual([label, 401]);
    }
  }

  async areClosedWhileSuspended(): Promise<void> {
    const { database } = this.subject.api;
    const shop = await aShop(database, { status: 'suspended' });
    const http = this.tenant.http.at(`${shop.domain}.localhost`);
    const tokens = [await anAccessToken(database, shop), await anOAuthTokenOf(this.subject, allScopes, shop)];
    for (const token of tokens)
      expect(outcomes(await this.answersTo(http.as(token)))).toEqual(this.all(403, 'shop_suspended'));
    expect(outcomes(await this.answersTo(http.as()))).toEqual(this.all(401, 'unauthorized'));
  }

  async areNotThereOnOtherHosts(): Promise<void> {
    for (const host of ['nobody.localhost', 'a.b.localhost', 'example.com', '-.localhost'])
      expect(outcomes(await this.answersTo(this.tenant.http.at(host)))).toEqual(
        this.all(404, 'shop_not_found'),
      );
  }

  /**
   * Sends a request to every API route and returns the responses, keyed by route. With `missing`, the
   * requests are about unknown objects.
   */
  private async answersTo(
    http: CheckedClient,
    { missing = false, ...options }: Options & { missing?: boolean } = {},
  ): Promise<Record<string, Response>> {
    const answers: Record<string, Response> = {};
    for (const [label, request] of this.requests) {
      const path = missing ? request.path.replace(/[0-9a-f-]{36}/, randomUUID()) : request.path;
      answers[label] = await send(http, { ...request, path }, options);
    }
    return answers;
  }

  private all(...outcome: unknown[]): Record<string, unknown[]> {
    return Object.fromEntries([...this.requests.keys()].map((label) => [label, outcome]));
  }

  private async bothTokens(scopes: string[]): Promise<string[]> {
    const { api, tenant } = this.subject;
    return [
      await anAccessToken(api.database, tenant.shop, scopes),
      await anOAuthTokenOf(this.subject, scopes),
    ];
  }
}

function outcomes(answers: Record<string, Response>): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(answers).map(([label, answer]) => [label, statusAndCodes(answer)]),
  );
}
