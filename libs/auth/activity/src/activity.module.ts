import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditChain, AuditHead, AuditHeadSigner, AuditLink, StoredChains } from '@storewright/audit';
import { AuditEntry } from '@storewright/entities';
import { ActivityRecords } from './activity-records/activity-records';
import { ActivityRecordsController } from './activity-records/activity-records.controller';
import { CustomerDay } from './activity-records/customer-day.entity';
import { NetworkDay } from './activity-records/network-day.entity';
import { AuditEntries } from './audit-entries/audit-entries';
import { AuditController, OwnAuditController } from './audit-entries/audit-entries.controller';
import {
  AuditExportController,
  AuditKeysController,
  AuditVerificationController,
} from './audit-log/audit-log.controllers';
import { RequestCount } from './request-counts/request-count.entity';
import { ShopRequestCounts } from './request-counts/request-counts';
import { RequestCountsController } from './request-counts/request-counts.controller';
import { ScopeDay } from './scope-uses/scope-day.entity';
import { ScopeUses } from './scope-uses/scope-uses';
import { ScopeUsesController } from './scope-uses/scope-uses.controller';

const logs = [AuditChain, AuditEntry, AuditHead, AuditLink];
const counts = [CustomerDay, NetworkDay, RequestCount, ScopeDay];

@Module({
  imports: [TypeOrmModule.forFeature([...logs, ...counts], 'auth')],
  controllers: [
    AuditController,
    AuditVerificationController,
    AuditExportController,
    AuditKeysController,
    OwnAuditController,
    RequestCountsController,
    ScopeUsesController,
    ActivityRecordsController,
  ],
  providers: [ActivityRecords, AuditEntries, AuditHeadSigner, ShopRequestCounts, ScopeUses, StoredChains],
  exports: [ScopeUses],
})
export class ActivityModule {}
