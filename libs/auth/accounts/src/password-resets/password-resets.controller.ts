import { Controller, Post, Req } from '@nestjs/common';
import { Public, SmallBody, StepUpNotRequired } from '@storewright/access';
import {
  type ApiError,
  invalidAttribute,
  NewObject,
  noContent,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  withHeaders,
  withoutClientId,
} from '@storewright/json-api';
import { browserLanguage, OutgoingMails } from '@storewright/mail';
import { NewPasswords, problemOfLength, Passwords, rejectPassword } from '@storewright/people';
import { PanelPagesOnly, originOf } from '@storewright/sessions';
import { parseToken, type PlainToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { PasswordResetLimits } from './password-reset-limits';
import {
  type CreatePassword,
  type CreatePasswordReset,
  newPasswords,
  passwordResets,
} from './password-reset.resource';
import { PasswordResets } from './password-resets';

/**
 * Setting a password by a reset link requires a POST request, so that mail scanners that open the link change
 * nothing.
 */
@Controller('api')
export class PasswordResetsController {
  constructor(
    private readonly mails: OutgoingMails,
    private readonly limits: PasswordResetLimits,
    private readonly resets: PasswordResets,
    private readonly passwords: Passwords,
    private readonly rule: NewPasswords,
  ) {}

  /**
   * Queues a password reset email. The mail sender looks up the account later, so neither the response nor
   * its duration reveals whether the account exists.
   */
  @Post('password_resets')
  @SmallBody()
  @Public('a person who forgot the password has no session')
  @StepUpNotRequired('there is no session')
  @PanelPagesOnly()
  @Operation({ answers: [{ shows: 'nothing' }], errors: ['csrf_refused', 'rate_limited', 'unavailable'] })
  async request(
    @Req() request: FastifyRequest,
    @ObjectParameters(passwordResets) _query: ObjectQuery,
    @NewObject(passwordResets) input: ParsedResource<CreatePasswordReset>,
  ): Promise<Render> {
    const { email, shop_domain } = withoutClientId(input).attributes;
    this.mails.checkAvailable();
    await this.limits.countRequest(request, email);
    const language = browserLanguage(request.headers['accept-language']);
    await this.mails.put({ kind: 'password_reset', email, language, shop_domain });
    return withHeaders(noContent(), { 'cache-control': 'no-store' });
  }

  @Post('passwords')
  @SmallBody()
  @Public('the token of the link is the proof')
  @StepUpNotRequired('the token of the link is the proof')
  @Operation({ answers: [{ shows: 'nothing' }], errors: ['rate_limited'] })
  async set(
    @Req() request: FastifyRequest,
    @ObjectParameters(newPasswords) _query: ObjectQuery,
    @NewObject(newPasswords) input: ParsedResource<CreatePassword>,
  ): Promise<Render> {
    const { reset_token, password } = withoutClientId(input).attributes;
    rejectPassword(problemOfLength(password));
    const token = ofReset(reset_token);
    const owner = token && (await this.resets.find(token));
    if (!owner) {
      await this.limits.countUnknown(request.ip);
      throw deadLink();
    }
    await this.limits.countTry(owner.id);
    rejectPassword(await this.rule.problemOf(password, owner));
    if (await this.passwords.matches(owner.password_hash, password))
      rejectPassword('must differ from the current password');
    const hash = await this.passwords.hash(password);
    const origin = originOf(request);
    if (!(await this.resets.use(token, hash, origin))) throw deadLink();
    return withHeaders(noContent(), { 'cache-control': 'no-store' });
  }
}

function ofReset(text: string): PlainToken | undefined {
  const token = parseToken(text);
  return token?.kind === 'password_reset' ? token : undefined;
}

function deadLink(): ApiError {
  return invalidAttribute(
    'reset_token',
    'The password reset link was already used or has expired. Request a new link.',
  );
}
