import { Controller, Get } from '@nestjs/common';
import { Public } from '@storewright/access';
import type { Render } from '@storewright/json-api';
import { Dispatcher } from '@storewright/webhooks';
import { Metrics } from './metrics';

@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly dispatcher: Dispatcher,
  ) {}

  @Get()
  @Public('the port is for the operator alone')
  async show(): Promise<Render> {
    const body = await this.metrics.print(this.dispatcher);
    return () => ({ headers: { 'content-type': this.metrics.registry.contentType }, body });
  }
}
