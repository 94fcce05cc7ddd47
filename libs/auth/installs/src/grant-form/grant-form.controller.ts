import { Controller, Post, Req, UseFilters } from '@nestjs/common';
import { DeclareAccess, SmallBody, StepUpRequired } from '@storewright/access';
import { mediaType, notFound, Operation, type Render, Serves } from '@storewright/json-api';
import { Memberships, requireFactor, shopSuspended } from '@storewright/members';
import { isScope } from '@storewright/scopes';
import { AdminPanel, FormSessions, originOf } from '@storewright/sessions';
import type { FastifyRequest } from 'fastify';
import { Denials } from '../installations/denials';
import { ConsentOutdated } from '../installations/consent-outdated';
import { Grants } from '../installations/grants';
import { FormErrorFilter } from './form-error.filter';
import { type GrantForm, grantFormBody, grantScreen, readGrantForm, seeOther } from './grant-form';

@Controller('oauth/grants')
@UseFilters(FormErrorFilter)
export class GrantFormController {
  constructor(
    private readonly sessions: FormSessions,
    private readonly memberships: Memberships,
    private readonly grants: Grants,
    private readonly denials: Denials,
    private readonly panel: AdminPanel,
  ) {}

  /**
   * Handles the submitted form of the grant screen. "Install" redirects to the app with a nonce, or to a
   * screen that explains a problem.
   */
  @Post()
  @SmallBody()
  @DeclareAccess({ kind: 'form' })
  @Serves('text/html', 'application/json', mediaType)
  @StepUpRequired()
  @Operation({
    id: 'submitGrantForm',
    summary: 'Grant or decline the request of an app, as the grant screen does',
    body: grantFormBody,
    answers: [{ shows: 'nothing', status: 303, headers: ['Location'] }],
    errorBody: { mediaType: 'text/html', schema: { type: 'string' } },
    errors: [
      'not_found',
      'shop_suspended',
      'insufficient_role',
      'second_factor_missing',
      'invalid_attribute',
      'csrf_refused',
      'payload_too_large',
      'unsupported_media_type',
    ],
  })
  async grant(@Req() request: FastifyRequest): Promise<Render> {
    const form = readGrantForm(request);
    const session = await this.sessions.find(request, form.csrf_token);
    const memberOf = session && (await this.memberships.find(form.shop_id, session.owner_id));
    if (!memberOf) return seeOther(this.panel.signInFor(await this.domainOf(form), grantScreen(form)));
    const { shop, membership } = memberOf;
    if (form.isDenied)
      return seeOther(
        (await this.denials.addressOf(form, request.ip)) ?? this.panel.address(shop.domain, '/'),
      );
    membership.require(['installations.post']);
    requireFactor(memberOf);
    if (shop.status === 'suspended') throw shopSuspended();
    if (!session.is_recent)
      return seeOther(this.panel.address(shop.domain, grantScreen(form, { isUnproved: true })));
    const { id: session_id, owner_id: id, email } = session;
    const { browser_language, request_id } = originOf(request);
    const member = { id, email, request_id, session_id, browser_language, membership };
    const showAgain = (changed: ConsentOutdated['changed']) =>
      seeOther(this.panel.address(shop.domain, grantScreen(form, { changed })));
    if (!form.scopes.every(isScope)) return showAgain('app');
    try {
      const { redirectTo } = await this.grants.grant(shop.id, member, {
        ...form,
        complete: true,
        address: request.ip,
      });
      return seeOther(redirectTo);
    } catch (error) {
      if (error instanceof ConsentOutdated) return showAgain(error.changed);
      throw error;
    }
  }

  private async domainOf({ shop_id }: GrantForm): Promise<string> {
    const domain = await this.memberships.domainOf(shop_id);
    if (domain === undefined) throw notFound('shops', shop_id);
    return domain;
  }
}
