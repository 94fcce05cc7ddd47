import { Controller, Get, Post, Req } from '@nestjs/common';
import { bearerOf, Public, SmallBody, StepUpNotRequired } from '@storewright/access';
import {
  ApiError,
  created,
  NewObject,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  resourceDocument,
  withHeaders,
  withoutClientId,
} from '@storewright/json-api';
import { LinkLimits } from '@storewright/mail';
import { NewPasswords, problemOfLength, Passwords, rejectPassword } from '@storewright/people';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { parseToken, type PlainToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { InvitationLimits } from './invitation-limits';
import {
  acceptedInvitations,
  type CreateInvitedOwner,
  type CreateMembership,
  invitedOwners,
  receivedInvitations,
} from './invitation.resource';
import { invitationEnded } from './invitation-ended';
import { ReceivedInvitations } from './received-invitations';

const noStore = { 'cache-control': 'no-store' };

/**
 * Routes for the holder of an invitation link. Accepting requires a POST request, so that a mail scanner that
 * opens the link does not accept the invitation.
 */
@Controller('api')
export class ReceivedInvitationsController {
  constructor(
    private readonly store: ReceivedInvitations,
    private readonly passwords: Passwords,
    private readonly rule: NewPasswords,
    private readonly limits: InvitationLimits,
    private readonly links: LinkLimits,
  ) {}

  /** The Authorization header contains the link token of the invitation, because URLs appear in logs. */
  @Get('invitation')
  @Public('the token of the link is the proof')
  @Operation({
    summary: 'Show the invitation whose token is sent as "Authorization: Bearer"',
    errors: ['unauthorized', 'invalid_token', 'invitation_ended'],
  })
  async show(
    @Req() request: FastifyRequest,
    @ObjectParameters(receivedInvitations) query: ObjectQuery,
  ): Promise<Render> {
    const row = await this.store.show(ofInvitation(bearerOf(request)));
    return withHeaders(resourceDocument(receivedInvitations, row, query), noStore);
  }

  @Post('accepted_invitations')
  @SignedIn()
  @StepUpNotRequired('it adds only the access that a member of the shop granted')
  async accept(
    @CurrentOwner() owner: SignedInOwner,
    @ObjectParameters(acceptedInvitations) query: ObjectQuery,
    @NewObject(acceptedInvitations) input: ParsedResource<CreateMembership>,
  ): Promise<Render> {
    const { invitation_token } = withoutClientId(input).attributes;
    const row = await this.store.accept(ofInvitation(parseToken(invitation_token)), owner);
    return created(acceptedInvitations, row, query);
  }

  @Post('owners')
  @SmallBody()
  @Public('the token of the invitation is the proof')
  @StepUpNotRequired('the token of the invitation is the proof')
  async acceptAsNew(
    @Req() request: FastifyRequest,
    @ObjectParameters(invitedOwners) query: ObjectQuery,
    @NewObject(invitedOwners) input: ParsedResource<CreateInvitedOwner>,
  ): Promise<Render> {
    const { invitation_token, password, ...account } = withoutClientId(input).attributes;
    rejectPassword(problemOfLength(password));
    const token = ofInvitation(parseToken(invitation_token));
    const { email, shop_name } = await this.store.newcomer(token).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.code === 'invitation_ended')
        await this.links.countUnknown(request.ip);
      throw error;
    });
    await this.limits.countTry(token);
    rejectPassword(await this.rule.problemOfNew(password, { email, names: [account.name, shop_name] }));
    const password_hash = await this.passwords.hash(password);
    const added = { ...account, password_hash, request_id: request.id };
    const row = await this.store.acceptAsNew(token, added);
    return withHeaders(created(invitedOwners, row, query), noStore);
  }
}

function ofInvitation(token: PlainToken | undefined): PlainToken {
  if (token?.kind !== 'invitation') throw invitationEnded('The invitation does not exist or was deleted.');
  return token;
}
