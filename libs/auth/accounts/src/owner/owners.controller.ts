import { Controller, Get, Param, Patch, Req } from '@nestjs/common';
import { StepUpByAttribute } from '@storewright/access';
import { languages } from '@storewright/entities';
import {
  invalidAttribute,
  documentBody,
  type JsonSchema,
  notFound,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  readChange,
  refuseOthers,
  type Render,
  requestParameter,
  type Resource,
  resourceDocument,
  timestampSchema,
  withHeaders,
} from '@storewright/json-api';
import { OwnShops } from '@storewright/own-shops';
import { Owners, problemOfLength, rejectPassword } from '@storewright/people';
import {
  csrfToken,
  sessionCookie,
  CurrentSession,
  type ActiveSession,
  type SessionRequest,
  SignedIn,
} from '@storewright/sessions';
import type { FastifyRequest } from 'fastify';
import { OwnerChanges } from './owner-changes';
import { owners, type UpdateOwner } from './owner.resource';
import { PasswordChanges } from './password-changes';

const sessionSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    csrf_token: { type: 'string' },
    expires_at: timestampSchema,
    token: { type: 'string' },
  },
  required: ['id', 'csrf_token', 'expires_at'],
};

const count: JsonSchema = { type: 'integer', minimum: 0 };
const limitsSchema: JsonSchema = {
  type: 'object',
  description: 'Maximum number of shops and test shops per person. 0 means that people cannot create any.',
  properties: { shops: count, test_shops: count },
  required: ['shops', 'test_shops'],
};

/**
 * Parses a change of a person. The id in the request body must match the id in the path, which can be
 * `current`.
 */
const OwnChanges = requestParameter('changed resource', (resource: Resource, context) => {
  const request = context.switchToHttp().getRequest<SessionRequest>();
  const { id } = request.params as { id: string };
  const alsoCalled = request.session!.owner_id;
  return readChange(resource, id, documentBody(request), { mayRepeat: true, alsoCalled });
});

@Controller('api/owners')
export class OwnersController {
  constructor(
    private readonly store: Owners,
    private readonly changes: OwnerChanges,
    private readonly passwordChanges: PasswordChanges,
    private readonly ownShops: OwnShops,
  ) {}

  @Get(':id')
  @SignedIn()
  @Operation({ meta: { limits: limitsSchema } })
  async show(
    @Param('id') id: string,
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(owners) query: ObjectQuery,
  ): Promise<Render> {
    checkSelf(id, session);
    const meta = { limits: this.ownShops.limits };
    return resourceDocument(owners, await this.store.find(session.owner_id), query, { meta });
  }

  /**
   * Changes the signed-in person. A new password ends all sessions and starts a new session, which the
   * response contains.
   */
  @Patch(':id')
  @SignedIn()
  @StepUpByAttribute<UpdateOwner>({
    name: { notRequired: 'it is a label' },
    language: { notRequired: 'it is a preference' },
    current_password: 'required',
    password: 'required',
  })
  @Operation({ meta: { session: sessionSchema }, optionalMeta: true, errors: ['rate_limited'] })
  async change(
    @Req() request: SessionRequest,
    @CurrentSession() current: ActiveSession,
    @ObjectParameters(owners) query: ObjectQuery,
    @OwnChanges(owners) input: ParsedResource<UpdateOwner>,
  ): Promise<Render> {
    checkSelf((request.params as { id: string }).id, current);
    const { name, language, current_password, password } = input.attributes;
    if (password !== undefined) rejectPassword(problemOfLength(password));
    const owner = await this.store.find(current.owner_id);
    refuseOthers(owners, input, owner);
    if (language === null && owner.language !== null)
      throw invalidAttribute(
        'language',
        `A chosen language cannot be removed. Use one of ${languages.join(', ')}.`,
      );
    const passwords = password !== undefined && { current: current_password!, next: password };
    const session = passwords && (await this.passwordChanges.change(owner, passwords, request));
    const by = { request_id: request.id, token_id: current.id };
    const renamed = name === undefined ? owner : await this.changes.rename(owner, name, by);
    if (language) await this.changes.chooseLanguage(owner.id, language);
    const changed = language ? { ...renamed, language } : renamed;
    if (!session) return resourceDocument(owners, changed, query);
    return withHeaders(
      resourceDocument(owners, changed, query, { meta: { session: shownOf(session, request) } }),
      {
        'set-cookie': sessionCookie(request, session.token.reveal()),
        'cache-control': 'no-store',
      },
    );
  }
}

/**
 * Returns the new session after a password change. A script that authenticated with a token gets a new token,
 * and a browser gets a cookie.
 */
function shownOf({ id, token, expires_at }: ActiveSession, { headers }: FastifyRequest): object {
  const forScripts = headers.authorization === undefined ? {} : { token: token.reveal() };
  return { id, csrf_token: csrfToken(token), expires_at, ...forScripts };
}

function checkSelf(id: string, { owner_id }: ActiveSession): void {
  if (id !== 'current' && id.toLowerCase() !== owner_id) throw notFound('owners', id);
}
