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
 * Restricts a route without a session to pages of the admin panel and to programs. Otherwise foreign pages
 * could sign a person in to another account or send emails. Do not use this decorator for routes that a link
 * token authenticates.
 */
export const PanelPagesOnly = (): MethodDecorator => UseGuards(OriginGuard);
