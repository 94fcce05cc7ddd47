import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage, selectColumns } from '@storewright/database';
import {
  type DocumentRow,
  isUuid,
  type ListQuery,
  notFound,
  type ParsedResource,
  refuseOthers,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { Notification } from './notification.entity';
import { notifications, type UpdateNotification } from './notification.resource';

export interface Recipient {
  shop_id: string;
  owner_id: string;
}

@Injectable()
export class Notifications {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(Notification, 'auth') private readonly repository: Repository<Notification>,
  ) {}

  async list({ shop_id, owner_id }: Recipient, query: ListQuery): Promise<Page> {
    const own = notificationsOf({ shop_id, owner_id }, this.repository);
    const { is_read } = query.filters;
    if (is_read !== undefined) own.andWhere(`(n.read_at IS NOT NULL)::text = :is_read`, { is_read });
    const read = listing(own, { id: 'n.id' });
    return readPage((statement) => this.database.query({ shop_id }, statement), read, query);
  }

  find(recipient: Recipient, id: string): Promise<DocumentRow> {
    return findOwn(recipient, id, this.database.of({ shop_id: recipient.shop_id }, this.repository));
  }

  change(recipient: Recipient, id: string, input: ParsedResource<UpdateNotification>): Promise<DocumentRow> {
    const { shop_id, owner_id } = recipient;
    return this.database.transaction({ shop_id }, async (transaction) => {
      const before = await findOwn(recipient, id, transaction.of(this.repository));
      refuseOthers(notifications, input, before);
      const { is_read } = input.attributes;
      if (is_read === before['is_read']) return before;
      await transaction
        .of(this.repository)
        .update({ shop_id, owner_id, id }, { read_at: is_read ? () => 'now()' : null });
      return { ...before, is_read };
    });
  }
}

async function findOwn(
  recipient: Recipient,
  id: string,
  repository: Repository<Notification>,
): Promise<DocumentRow> {
  const own = notificationsOf(recipient, repository).andWhere('n.id = :id', { id });
  const row = isUuid(id) && (await own.getRawOne<DocumentRow>());
  if (!row) throw notFound('notifications', id);
  return row;
}

function notificationsOf(
  { shop_id, owner_id }: Recipient,
  repository: Repository<Notification>,
): SelectQueryBuilder<Notification> {
  const columns = [
    ...(['shop_id', 'id', 'kind', 'installation_id', 'app_name'] as const),
    ...(['subject_type', 'subject_id', 'subject_name', 'created_at'] as const),
  ];
  return selectColumns(repository.createQueryBuilder('n'), columns)
    .addSelect('(n.read_at IS NOT NULL)', 'is_read')
    .where('n.shop_id = :shop_id AND n.owner_id = :owner_id', { shop_id, owner_id });
}
