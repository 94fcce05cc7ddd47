import { type DynamicModule, Module, type ModuleMetadata, type Type } from '@nestjs/common';
import type { EntityResource } from '@storewright/entities';
import { relationshipControllers, ResourcesModule } from '@storewright/resources';
import { CodeProduct } from './codes/code-product.entity';
import { CodesRepository } from './codes/codes.repository';
import { CustomerArchiveController } from './customer-archive/customer-archive.controller';
import { CustomersRepository } from './customers/customers.repository';
import { OrderStatistics } from './order-statistics/order-statistics';
import { OrderStatisticsController } from './order-statistics/order-statistics.controller';
import { CodeRedemption } from './orders/code-redemption';
import { Inventory } from './orders/inventory';
import { OrderCode } from './orders/order-code.entity';
import { OrderLines } from './orders/order-lines';
import { OrderNumber } from './orders/order-number.entity';
import { OrdersRepository } from './orders/orders.repository';
import { OrderVariant } from './orders/order-variant.entity';
import { StockReservation } from './orders/stock-reservation';
import { FulfillmentsRepository } from './fulfillments/fulfillments.repository';
import { OrderCommentsRepository } from './order-comments/order-comments.repository';
import { TransactionsRepository } from './transactions/transactions.repository';

export interface SalesModuleOptions {
  imports: NonNullable<ModuleMetadata['imports']>;
  /**
   * Implementation of the catalog operations for orders, so that the sales library does not import the
   * catalog library.
   */
  inventory: Type<Inventory>;
  /** Read-only resources of other libraries that have a relationship `order` to an order. */
  ofOrders?: readonly EntityResource[];
}

const histories = [TransactionsRepository, FulfillmentsRepository, OrderCommentsRepository] as const;

@Module({})
export class SalesModule {
  static forRoot({ imports, inventory, ofOrders = [] }: SalesModuleOptions): DynamicModule {
    return {
      module: SalesModule,
      imports: [
        ResourcesModule.forFeature([CustomersRepository, CodesRepository, OrdersRepository, ...histories], {
          imports,
          providers: [{ provide: Inventory, useExisting: inventory }, StockReservation, CodeRedemption],
          tables: [CodeProduct, OrderCode, OrderNumber, OrderVariant],
        }),
      ],
      controllers: [
        CustomerArchiveController,
        OrderStatisticsController,
        ...ofOrders.flatMap((resource) => relationshipControllers({ resource }, ['order'])),
      ],
      providers: [OrderLines, OrderStatistics],
      exports: [OrderLines],
    };
  }
}
