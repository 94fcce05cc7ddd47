import { type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AdminPanel } from './admin-panel';
import { checkOrigin } from './csrf';

@Injectable()
class OriginGuard implements CanActivate {
  constructor(private readonly panel: AdminPanel) {}

  canActivate(context: ExecutionContext): boolean {
    checkOrigin(context.switchToHttp().getRequest<FastifyRequest>(), this.panel);
    return true;
  }
}

/**
 * The route needs no session, and is for pages of ours and programs alone: another one must not sign a person in as somebody else, nor have mails sent. Not for what a
 * token of a link proves: its own route says what becomes of that.
 */
export const OfOurPages = (): MethodDecorator => UseGuards(OriginGuard);
