import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { StepUpRequired } from '@storewright/access';
import {
  Changes,
  collectionDocument,
  created,
  ListParameters,
  type ListQuery,
  noContent,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  resourceDocument,
  withHeaders,
} from '@storewright/json-api';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { type ConfirmTotpDevice, totpDevices } from './totp-device.resource';
import { TotpDevices } from './totp-devices';

const text = { type: 'string' };
const recoveryCodes = { type: 'array', items: text };
const shownOnce = { 'cache-control': 'no-store' };

@Controller('api/totp_devices')
export class TotpDevicesController {
  constructor(private readonly store: TotpDevices) {}

  @Get()
  @SignedIn()
  async list(
    @CurrentOwner() { id }: SignedInOwner,
    @ListParameters(totpDevices) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(totpDevices, await this.store.list(id, query), query);
  }

  /** Creates a TOTP secret. Sign-ins require no code until the person has confirmed the first code. */
  @Post()
  @SignedIn()
  @StepUpRequired()
  @Operation({ meta: { secret: text, uri: text }, errors: ['already_exists'] })
  async enrol(
    @CurrentOwner() owner: SignedInOwner,
    @ObjectParameters(totpDevices) query: ObjectQuery,
  ): Promise<Render> {
    const { row, secret, address } = await this.store.enrol(owner);
    return withHeaders(created(totpDevices, row, query, { meta: { secret, uri: address } }), shownOnce);
  }

  @Get(':id')
  @SignedIn()
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(totpDevices) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(totpDevices, await this.store.find(owner.id, id), query);
  }

  @Patch(':id')
  @SignedIn()
  @StepUpRequired()
  @Operation({ meta: { recovery_codes: recoveryCodes } })
  async confirm(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(totpDevices) query: ObjectQuery,
    @Changes(totpDevices) input: ParsedResource<ConfirmTotpDevice>,
  ): Promise<Render> {
    const { row, recoveryCodes } = await this.store.confirm(owner, id, input.attributes.code);
    const meta = { recovery_codes: recoveryCodes };
    return withHeaders(resourceDocument(totpDevices, row, query, { meta }), shownOnce);
  }

  @Post(':id/recovery_codes')
  @SignedIn()
  @StepUpRequired()
  @Operation({ meta: { recovery_codes: recoveryCodes } })
  async renewCodes(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(totpDevices) query: ObjectQuery,
  ): Promise<Render> {
    const { row, recoveryCodes } = await this.store.renewCodes(owner, id);
    const meta = { recovery_codes: recoveryCodes };
    return withHeaders(created(totpDevices, row, query, { meta }), shownOnce);
  }

  @Delete(':id')
  @SignedIn()
  @StepUpRequired()
  async turnOff(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(totpDevices) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.turnOff(owner, id);
    return noContent();
  }
}
