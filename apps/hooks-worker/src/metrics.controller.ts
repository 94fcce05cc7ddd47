import { Controller, Get } from '@nestjs/common';
import { Public } from '@storewright/access';
import type { Render } from '@storewright/json-api';
import { OwnMetrics, processMetrics } from '@storewright/metrics';

@Controller('metrics')
export class MetricsController {
  constructor(private readonly own: OwnMetrics) {}

  @Get()
  @Public('the port is for the operator alone')
  async show(): Promise<Render> {
    const body = `${await this.own.print()}\n${await processMetrics.metrics()}`;
    return () => ({ headers: { 'content-type': processMetrics.contentType }, body });
  }
}
