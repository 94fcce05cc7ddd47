import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEntry } from '@storewright/entities';
import { AuditEntries } from './audit-entries/audit-entries';
import { AuditController, OwnAuditController } from './audit-entries/audit-entries.controller';
import { RequestCount } from './request-counts/request-count.entity';
import { ShopRequestCounts } from './request-counts/request-counts';
import { RequestCountsController } from './request-counts/request-counts.controller';

/** Read-only audit entries and request counts of a shop. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry, RequestCount], 'auth')],
  controllers: [AuditController, OwnAuditController, RequestCountsController],
  providers: [AuditEntries, ShopRequestCounts],
})
export class ActivityModule {}
