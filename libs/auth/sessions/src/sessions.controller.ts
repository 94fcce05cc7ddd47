import { Controller, Delete, Get, Param, Req } from '@nestjs/common';
import { DeviceMay, StepUpRequiredExcept } from '@storewright/access';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  noContent,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  resourceDocument,
  withHeaders,
} from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { sessionCookie } from './session-cookie';
import { sessions } from './session.resource';
import { Sessions } from './sessions';
import { CurrentSession, type ActiveSession, SignedIn } from './signed-in';

const noStore = { 'cache-control': 'no-store' };

@Controller('api/sessions')
export class SessionsController {
  constructor(private readonly store: Sessions) {}

  @Get()
  @SignedIn()
  async list(
    @Req() { ip }: FastifyRequest,
    @CurrentSession() session: ActiveSession,
    @ListParameters(sessions) query: ListQuery,
  ): Promise<Render> {
    const page = await this.store.list(session, query, ip);
    return withHeaders(collectionDocument(sessions, page, query), noStore);
  }

  @Get(':id')
  @SignedIn()
  async show(
    @Req() { ip }: FastifyRequest,
    @Param('id') id: string,
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(sessions) query: ObjectQuery,
  ): Promise<Render> {
    const row = await this.store.show(session, id.toLowerCase(), ip);
    return withHeaders(resourceDocument(sessions, row, query), noStore);
  }

  /**
   * Ends sessions. The id `current` ends the session of the request, and the id `others` ends all other
   * sessions.
   */
  @Delete(':id')
  @SignedIn()
  @DeviceMay('storewright logout')
  @StepUpRequiredExcept('current', 'every session can end itself')
  async end(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(sessions) _query: ObjectQuery,
  ): Promise<Render> {
    const ended = id.toLowerCase();
    if (ended !== 'current' && ended !== session.id) {
      await this.store.endOthers(session, request.id, ended === 'others' ? undefined : ended);
      return noContent();
    }
    await this.store.end(session);
    return withHeaders(noContent(), { 'set-cookie': sessionCookie(request) });
  }
}
