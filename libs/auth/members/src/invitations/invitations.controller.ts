import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { StepUpNotRequired, StepUpRequired } from '@storewright/access';
import {
  collectionDocument,
  created,
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
  withoutClientId,
} from '@storewright/json-api';
import { OutgoingMails } from '@storewright/mail';
import { CurrentOwner, type SignedInOwner } from '@storewright/sessions';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { CurrentMember, MemberMay, type SignedInMember } from '../member-access';
import { InvitationLimits } from './invitation-limits';
import { type CreateInvitation, invitations } from './invitation.resource';
import { Invitations } from './invitations';

@Controller('api/shops/:shop_id/invitations')
export class InvitationsController {
  constructor(
    private readonly store: Invitations,
    private readonly mails: OutgoingMails,
    private readonly limits: InvitationLimits,
  ) {}

  @Get()
  @MemberMay('invitations.collection')
  async list(@CurrentShop() { id }: Shop, @ListParameters(invitations) query: ListQuery): Promise<Render> {
    return collectionDocument(invitations, await this.store.list(id, query), query);
  }

  @Post()
  @MemberMay('invitations.post')
  @StepUpRequired()
  async invite(
    @CurrentShop() shop: Shop,
    @CurrentMember() by: SignedInMember,
    @ObjectParameters(invitations) query: ObjectQuery,
    @NewObject(invitations) input: ParsedResource<CreateInvitation>,
  ): Promise<Render> {
    this.mails.checkAvailable();
    const invitation = withoutClientId(input);
    await this.limits.countInvitation(by.id, invitation.attributes.email);
    return created(invitations, await this.store.create(shop, by, invitation), query);
  }

  @Get(':id')
  @MemberMay('invitations.get')
  async show(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(invitations) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(invitations, await this.store.find(shop.id, id), query);
  }

  /** Sends the email of an invitation again with a new link. */
  @Post(':id/mails')
  @MemberMay('invitations.post')
  @StepUpNotRequired('the mail goes to the address that was invited')
  @Operation({ errors: ['invitation_ended', 'rate_limited', 'unavailable'] })
  async resend(
    @CurrentShop() shop: Shop,
    @CurrentMember() by: SignedInMember,
    @Param('id') id: string,
    @ObjectParameters(invitations) query: ObjectQuery,
  ): Promise<Render> {
    this.mails.checkAvailable();
    const { email } = await this.store.find(shop.id, id);
    await this.limits.countInvitation(by.id, String(email));
    return created(invitations, await this.store.resend(shop, id, by), query);
  }

  @Delete(':id')
  @MemberMay('invitations.delete')
  @StepUpNotRequired('the invited person has no access yet')
  async withdraw(
    @CurrentShop() shop: Shop,
    @CurrentOwner() by: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(invitations) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.withdraw(shop.id, id, by);
    return noContent();
  }
}
