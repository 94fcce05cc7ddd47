import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { hostNameOf } from '@storewright/config';
import { ApiError, shown } from '@storewright/json-api';
import { HOSTS, type Hosts, ShopDirectory, type ShopRequest } from '@storewright/tenancy';
import { traced } from '@storewright/tracing';

/**
 * Finds the shop for the Host header, or throws 404 (docs/contract.md §1). The central host belongs to no
 * shop, so the token determines the shop.
 */
@Injectable()
export class HostGuard implements CanActivate {
  private readonly suffix: string;

  constructor(
    @Inject(HOSTS) private readonly hosts: Hosts,
    private readonly directory: ShopDirectory,
  ) {
    this.suffix = `.${hosts.shopBaseDomain}`;
  }

  canActivate(context: ExecutionContext): Promise<boolean> {
    return traced('host', undefined, () => this.findShop(context));
  }

  private async findShop(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ShopRequest>();
    const host = hostNameOf(request.host);
    if (host === this.hosts.centralHost) return true;
    const domain = host?.endsWith(this.suffix) ? host.slice(0, -this.suffix.length) : undefined;
    if (domain) request.shop = await traced('shop', undefined, () => this.directory.find(domain));
    if (request.shop) return true;
    throw new ApiError('shop_not_found', {
      detail: `No shop has the host "${shown(request.host ?? '')}". The address of a shop is <domain>${this.suffix}.`,
      source: { header: 'Host' },
    });
  }
}
