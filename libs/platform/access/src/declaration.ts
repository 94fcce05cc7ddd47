import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Right, Scope as ScopeName } from '@storewright/scopes';

/** Who may use a route. Each route says exactly one of these, or the application does not start. */
export type Access =
  /** `also`: what else the token needs, where the answer shows another type as well. */
  | { kind: 'scope'; scope: ScopeName; also?: readonly ScopeName[] }
  /** A token; each operation in the body has the scope that it needs looked at before any is done. */
  | { kind: 'operations' }
  | { kind: 'public'; because: string }
  /**
   * A signed-in person; with `shop`, a member of the shop in the address who has this right, or any member; with `orToken`, a token of that shop that has
   * this scope will do as well; with `orOneself`, any member where the `:id` in the address is the person's own.
   */
  | { kind: 'session'; shop?: Right | 'any member'; orToken?: ScopeName; orOneself?: true }
  /** A client that proves itself with its own secret, in the route (RFC 6749 §2.3). */
  | { kind: 'client' }
  /** A browser that sends a form of the panel: its session and the proof that the page is ours are looked at in the route. */
  | { kind: 'form' }
  /** Whoever holds the token that the route is about. */
  | { kind: 'bearer' };

export const accessKey = Symbol('access');

export function DeclareAccess(access: Access): MethodDecorator {
  return SetMetadata(accessKey, access);
}

/** The token needs this scope, and all of the others. */
export function Scope(scope: ScopeName, ...also: ScopeName[]): MethodDecorator {
  return DeclareAccess({ kind: 'scope', scope, ...(also.length > 0 && { also }) });
}

/** No credential is needed, because …: the reason is printed in the route table. */
export function Public(because: string): MethodDecorator {
  return DeclareAccess({ kind: 'public', because });
}

/** Bytes. */
const SMALL_BODY = 32 * 1024;

/** Belongs to every route that reads a body before it knows who asks: a large one costs more than a stranger may ask for. */
export function SmallBody(): MethodDecorator {
  return RouteConfig({ bodyLimit: SMALL_BODY });
}

/** What the route of this request declared; the start-up check has seen to it that there is something. */
export function accessOf(context: ExecutionContext): Access {
  return Reflect.getMetadata(accessKey, context.getHandler()) as Access;
}
