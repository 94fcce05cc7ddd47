import { Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { Public, SmallBody, StepUpNotRequired, StepUpRequired } from '@storewright/access';
import {
  type ApiError,
  collectionDocument,
  created,
  invalidAttribute,
  ListParameters,
  type ListQuery,
  NewObject,
  noContent,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  resourceDocument,
  withHeaders,
  withoutClientId,
} from '@storewright/json-api';
import { LinkLimits, OutgoingMails } from '@storewright/mail';
import { originOf, CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { EmailChangeLimits } from './email-change-limits';
import {
  type CreateEmailChange,
  type CreateEmailConfirmation,
  emailChanges,
  emailConfirmations,
} from './email-change.resource';
import { EmailChanges } from './email-changes';

/**
 * Confirming a changed email address requires a POST request, so that mail scanners that open the link
 * confirm nothing.
 */
@Controller('api')
export class EmailChangesController {
  constructor(
    private readonly store: EmailChanges,
    private readonly mails: OutgoingMails,
    private readonly limits: EmailChangeLimits,
    private readonly links: LinkLimits,
  ) {}

  @Get('email_changes')
  @SignedIn()
  async list(
    @CurrentOwner() { id }: SignedInOwner,
    @ListParameters(emailChanges) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(emailChanges, await this.store.list(id, query), query);
  }

  @Post('email_changes')
  @SignedIn()
  @StepUpRequired()
  @Operation({ errors: ['rate_limited', 'unavailable'] })
  async create(
    @CurrentOwner() owner: SignedInOwner,
    @ObjectParameters(emailChanges) query: ObjectQuery,
    @NewObject(emailChanges) input: ParsedResource<CreateEmailChange>,
  ): Promise<Render> {
    const { attributes } = withoutClientId(input);
    this.mails.checkAvailable();
    await this.limits.countRequest(owner.id);
    return created(emailChanges, await this.store.create(owner, attributes), query);
  }

  @Get('email_changes/:id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(emailChanges) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(emailChanges, await this.store.find(owner.id, id), query);
  }

  /** Cancels a pending change of the email address, so that the links in both emails stop working. */
  @Delete('email_changes/:id')
  @SignedIn()
  @StepUpNotRequired('the current address stays')
  async cancel(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(emailChanges) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.cancel(owner, id);
    return noContent();
  }

  @Post('email_confirmations')
  @SmallBody()
  @Public('the token of the link is the proof')
  @StepUpNotRequired('the token of the link is the proof')
  @Operation({ errors: ['rate_limited', 'already_exists'] })
  async confirm(
    @Req() request: FastifyRequest,
    @ObjectParameters(emailConfirmations) query: ObjectQuery,
    @NewObject(emailConfirmations) input: ParsedResource<CreateEmailConfirmation>,
  ): Promise<Render> {
    const { confirmation_token } = withoutClientId(input).attributes;
    const token = parseToken(confirmation_token);
    const row = token?.kind === 'email_change' && (await this.store.confirm(token, originOf(request)));
    if (!row) {
      await this.links.countUnknown(request.ip);
      throw deadLink();
    }
    return withHeaders(created(emailConfirmations, row, query), { 'cache-control': 'no-store' });
  }
}

function deadLink(): ApiError {
  return invalidAttribute(
    'confirmation_token',
    'The link was already used or has expired, or the email change was canceled. Request the change again.',
  );
}
