import type { DynamicModule } from '@nestjs/common';
import { CLOCK, type Clock } from '@storewright/tenancy';

/** A clock for credential caches that a test can stop and advance. The clock never goes back. */
export class HeldClock implements Clock {
  private held?: number | undefined;
  private behind = 0;

  now(): number {
    return this.held ?? performance.now() - this.behind;
  }
  hold(): void {
    this.held = this.now();
  }
  advance(ms: number): void {
    this.held = this.now() + ms;
  }
  release(): void {
    this.behind = performance.now() - this.now();
    this.held = undefined;
  }
}

export function withClock(module: DynamicModule, clock: Clock): DynamicModule {
  class ClockModule {}
  const provided = { module: ClockModule, global: true, exports: [CLOCK] };
  const providers = [{ provide: CLOCK, useValue: clock }];
  return { ...module, imports: [...(module.imports ?? []), { ...provided, providers }] };
}
