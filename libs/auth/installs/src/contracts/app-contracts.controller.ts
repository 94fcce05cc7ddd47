import { Controller, Param, Post } from '@nestjs/common';
import { DeviceMay, StepUpNotRequired } from '@storewright/access';
import {
  created,
  NewObject,
  ObjectParameters,
  type ObjectQuery,
  type ParsedResource,
  type Render,
} from '@storewright/json-api';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { appContracts, type CreateAppContract } from './app-contract.resource';
import { AppContracts } from './app-contracts';

@Controller('api/apps/:app_id/contracts')
export class AppContractsController {
  constructor(private readonly contracts: AppContracts) {}

  @Post()
  @SignedIn()
  @DeviceMay('storewright contracts publish')
  @StepUpNotRequired('a contract gives no access')
  async publish(
    @CurrentOwner() owner: SignedInOwner,
    @Param('app_id') appId: string,
    @ObjectParameters(appContracts) query: ObjectQuery,
    @NewObject(appContracts) input: ParsedResource<CreateAppContract>,
  ): Promise<Render> {
    return created(appContracts, await this.contracts.publish(owner, appId, input), query);
  }
}
