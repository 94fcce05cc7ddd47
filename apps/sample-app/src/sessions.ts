import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, ShopRow } from './database';
import type { Seal } from './seal';

interface Session {
  shopId: string;
  /** True after the visitor confirmed the name of the shop. */
  opened: boolean;
  until: number;
}

const lifeMs = 12 * 60 * 60 * 1000;

/**
 * Stores sessions in encrypted cookies and not on the server. Deleting a shop ends the sessions of that shop.
 */
export class Sessions {
  constructor(
    private readonly seal: Seal,
    private readonly database: Database,
    private readonly appUrl: string,
  ) {}

  begin(reply: FastifyReply, { id }: ShopRow, opened: boolean): void {
    const session: Session = { shopId: id, opened, until: Date.now() + lifeMs };
    this.setCookie(reply, 'session', this.seal.seal(JSON.stringify(session), 'session'), lifeMs);
  }

  of(request: FastifyRequest): { shop: ShopRow; opened: boolean } | undefined {
    const text = this.seal.open(cookieOf(request, 'session') ?? '', 'session');
    const session = text === undefined ? undefined : (JSON.parse(text) as Session);
    if (!session || session.until < Date.now()) return undefined;
    const shop = this.database.shop(session.shopId);
    return shop && { shop, opened: session.opened };
  }

  end(reply: FastifyReply): void {
    this.setCookie(reply, 'session', '', 0);
  }

  keepState(reply: FastifyReply, state: string): void {
    this.setCookie(reply, 'state', state, 10 * 60 * 1000);
  }

  isStateOf(request: FastifyRequest, state: string): boolean {
    return state !== '' && cookieOf(request, 'state') === state;
  }

  /**
   * Sets a cookie with SameSite=Lax. Browsers send the cookie with the redirect from the grant screen, but
   * not with forms of other sites.
   */
  private setCookie(reply: FastifyReply, name: string, value: string, lifeMs: number): void {
    const secure = this.appUrl.startsWith('https:') ? '; Secure' : '';
    const life = Math.round(lifeMs / 1000);
    reply.header(
      'set-cookie',
      `labels_${name}=${value}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`,
    );
  }
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split('; ').map((each) => each.split('='));
  return pairs.find(([each]) => each === `labels_${name}`)?.[1];
}
