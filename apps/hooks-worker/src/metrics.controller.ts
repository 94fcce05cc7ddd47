import { Controller, Get } from '@nestjs/common';
import { Public } from '@storewright/access';
import type { Render } from '@storewright/json-api';
import { DeliveryScheduler } from '@storewright/webhooks';
import { Metrics } from './metrics';

@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly scheduler: DeliveryScheduler,
  ) {}

  @Get()
  @Public('the port is for the operator alone')
  async show(): Promise<Render> {
    const body = await this.metrics.print(this.scheduler);
    return () => ({ headers: { 'content-type': this.metrics.registry.contentType }, body });
  }
}
