import { Controller, Delete, Get, Param, Patch, Post, Req } from '@nestjs/common';
import { StepUpNotRequired, StepUpRequired } from '@storewright/access';
import {
  Changes,
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
  withHeaders,
  withoutClientId,
} from '@storewright/json-api';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import type { FastifyRequest } from 'fastify';
import { PasskeyCeremonies } from './passkey-ceremonies';
import { type CreatePasskey, passkeyRegistrations, passkeys, type UpdatePasskey } from './passkey.resource';
import { Passkeys } from './passkeys';

@Controller('api')
export class PasskeysController {
  constructor(
    private readonly store: Passkeys,
    private readonly ceremonies: PasskeyCeremonies,
  ) {}

  @Get('passkeys')
  @SignedIn()
  async list(
    @CurrentOwner() { id }: SignedInOwner,
    @ListParameters(passkeys) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(passkeys, await this.store.list(id, query), query);
  }

  /** Returns the WebAuthn options with which the browser creates a passkey. */
  @Post('passkey_registrations')
  @SignedIn()
  @StepUpRequired()
  @Operation({ errors: ['limit_reached'] })
  async begin(
    @Req() request: FastifyRequest,
    @CurrentOwner() owner: SignedInOwner,
    @ObjectParameters(passkeyRegistrations) query: ObjectQuery,
  ): Promise<Render> {
    const row = await this.ceremonies.startRegistration(request, owner);
    return withHeaders(created(passkeyRegistrations, row, query), { 'cache-control': 'no-store' });
  }

  @Post('passkeys')
  @SignedIn()
  @StepUpRequired()
  async create(
    @CurrentOwner() owner: SignedInOwner,
    @ObjectParameters(passkeys) query: ObjectQuery,
    @NewObject(passkeys) input: ParsedResource<CreatePasskey>,
  ): Promise<Render> {
    const { name, response } = withoutClientId(input).attributes;
    const passkey = await this.ceremonies.finishRegistration(owner.id, name, response);
    return created(passkeys, await this.store.add(owner, passkey), query);
  }

  @Get('passkeys/:id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(passkeys) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(passkeys, await this.store.find(owner.id, id), query);
  }

  @Patch('passkeys/:id')
  @SignedIn()
  @StepUpNotRequired('the name is a label')
  async rename(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(passkeys) query: ObjectQuery,
    @Changes(passkeys) input: ParsedResource<UpdatePasskey>,
  ): Promise<Render> {
    return resourceDocument(passkeys, await this.store.rename(owner.id, id, input.attributes.name), query);
  }

  @Delete('passkeys/:id')
  @SignedIn()
  @StepUpRequired()
  async delete(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(passkeys) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.delete(owner, id);
    return noContent();
  }
}
