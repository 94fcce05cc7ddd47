import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { StepUpByAttribute, StepUpRequired, DeviceMay } from '@storewright/access';
import {
  Changes,
  collectionDocument,
  created,
  IfMatch,
  ListParameters,
  type ListQuery,
  NewObject,
  noContent,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  timestampSchema,
  resourceDocument,
  withHeaders,
  type Preconditions,
} from '@storewright/json-api';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { AppDeletion } from './app-deletion';
import type { CreateApp, UpdateApp } from './app-input';
import { apps } from './app.resource';
import { Apps } from './apps';

/** Only the response that creates a secret contains the text of the secret. */
const secret = { type: 'string' };
const previousEnd = { anyOf: [timestampSchema, { type: 'null' }] };
const shownOnce = { 'cache-control': 'no-store' };

@Controller('api/apps')
export class AppsController {
  constructor(
    private readonly store: Apps,
    private readonly deletion: AppDeletion,
  ) {}

  @Get()
  @SignedIn()
  @DeviceMay('storewright apps list')
  async list(@CurrentOwner() owner: SignedInOwner, @ListParameters(apps) query: ListQuery): Promise<Render> {
    return collectionDocument(apps, await this.store.list(owner, query), query);
  }

  @Post()
  @SignedIn()
  @DeviceMay('storewright apps deploy', 'storewright apps create')
  @StepUpRequired()
  @Operation({ meta: { secret, webhook_secret: secret } })
  async create(
    @CurrentOwner() owner: SignedInOwner,
    @ObjectParameters(apps) query: ObjectQuery,
    @NewObject(apps) input: ParsedResource<CreateApp>,
  ): Promise<Render> {
    const { row, secret, webhookSecret } = await this.store.create(owner, input);
    const meta = { secret, webhook_secret: webhookSecret };
    return withHeaders(created(apps, row, query, { meta }), shownOnce);
  }

  @Get(':id')
  @SignedIn()
  @DeviceMay('storewright apps deploy', 'storewright apps pull', 'storewright install')
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(apps) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(apps, await this.store.find({ owner, id }), query);
  }

  @Patch(':id')
  @SignedIn()
  @DeviceMay('storewright apps deploy', 'storewright apps update', 'storewright apps scopes')
  @StepUpByAttribute<UpdateApp>({
    name: { notRequired: 'it is a label' },
    install_url: 'required',
    scopes: { notRequired: 'each shop must grant added scopes' },
    optional_scopes: { notRequired: 'an owner must select them' },
    webhook_url: 'required',
    webhook_events: { notRequired: 'events go to the same URL, and only with a granted scope' },
    description: { notRequired: 'it is a text' },
    privacy_url: { notRequired: 'it is a link that receives no data' },
    support_url: { notRequired: 'it is a link that receives no data' },
    require_proof: { requiredUnless: true },
    require_secret: { requiredUnless: true },
    allowed_networks: 'required',
  })
  async update(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(apps) query: ObjectQuery,
    @Changes(apps) input: ParsedResource<UpdateApp>,
    @IfMatch() ifMatch?: Preconditions,
  ): Promise<Render> {
    return resourceDocument(apps, await this.store.change({ owner, id, ifMatch }, input), query);
  }

  @Delete(':id')
  @SignedIn()
  @DeviceMay('storewright apps delete')
  @StepUpRequired()
  async delete(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(apps) _query: ObjectQuery,
    @IfMatch() ifMatch?: Preconditions,
  ): Promise<Render> {
    await this.deletion.delete({ owner, id, ifMatch });
    return noContent();
  }

  /** Creates a new app secret, which replaces the current secret within a day. */
  @Post(':id/secrets')
  @SignedIn()
  @DeviceMay('storewright apps secrets rotate')
  @StepUpRequired()
  @Operation({
    meta: { secret, previous_secret_expires_at: previousEnd },
  })
  async rotate(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(apps) query: ObjectQuery,
  ): Promise<Render> {
    const { row, secret, previousExpiresAt } = await this.store.rotateSecret({ owner, id }, 'app_secrets');
    const meta = { secret, previous_secret_expires_at: previousExpiresAt };
    return withHeaders(created(apps, row, query, { meta }), shownOnce);
  }

  /** Creates a new webhook secret. For a day, both the new and the previous secret sign every webhook. */
  @Post(':id/webhook_secrets')
  @SignedIn()
  @DeviceMay('storewright apps secrets rotate')
  @StepUpRequired()
  @Operation({
    meta: { webhook_secret: secret, previous_webhook_secret_expires_at: previousEnd },
  })
  async rotateWebhookSecret(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(apps) query: ObjectQuery,
  ): Promise<Render> {
    const { row, secret, previousExpiresAt } = await this.store.rotateSecret(
      { owner, id },
      'webhook_secrets',
    );
    const meta = { webhook_secret: secret, previous_webhook_secret_expires_at: previousExpiresAt };
    return withHeaders(created(apps, row, query, { meta }), shownOnce);
  }
}
