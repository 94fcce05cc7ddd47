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
import { NewPasswords, problemOfLength, Passwords, refusePassword } from '@storewright/people';
import { OfOurPages, originOf } from '@storewright/sessions';
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

/** For who has forgotten the password. Both are writes: a mail scanner that opens the link changes nothing. */
@Controller('api')
export class PasswordResetsController {
  constructor(
    private readonly mails: OutgoingMails,
    private readonly limits: PasswordResetLimits,
    private readonly resets: PasswordResets,
    private readonly passwords: Passwords,
    private readonly rule: NewPasswords,
  ) {}

  /** Whether there is such a person is found out when the mail is sent: here nothing is looked up, so nothing tells, the time neither. */
  @Post('password_resets')
  @SmallBody()
  @Public('who has forgotten the password has no session')
  @StepUpNotRequired('there is no session')
  @OfOurPages()
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
    refusePassword(problemOfLength(password));
    const token = ofReset(reset_token);
    const owner = token && (await this.resets.find(token));
    if (!owner) {
      await this.limits.countUnknown(request.ip);
      throw deadLink();
    }
    await this.limits.countTry(owner.id);
    refusePassword(await this.rule.problemOf(password, owner));
    if (await this.passwords.matches(owner.password_hash, password))
      refusePassword('is another one than before');
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
    'This link was used already, or it is too old; ask for another one.',
  );
}
