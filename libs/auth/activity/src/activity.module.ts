import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEntry } from '@storewright/entities';
import { AuditEntries } from './audit-entries/audit-entries';
import { AuditController, OwnAuditController } from './audit-entries/audit-entries.controller';
import { RequestCount } from './request-counts/request-count.entity';
import { ShopRequestCounts } from './request-counts/request-counts';
import { RequestCountsController } from './request-counts/request-counts.controller';
import { ScopeDay } from './scope-uses/scope-day.entity';
import { ScopeUses } from './scope-uses/scope-uses';
import { ScopeUsesController } from './scope-uses/scope-uses.controller';

/** Read-only audit entries, request counts and uses of scopes of a shop. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry, RequestCount, ScopeDay], 'auth')],
  controllers: [AuditController, OwnAuditController, RequestCountsController, ScopeUsesController],
  providers: [AuditEntries, ShopRequestCounts, ScopeUses],
})
export class ActivityModule {}
