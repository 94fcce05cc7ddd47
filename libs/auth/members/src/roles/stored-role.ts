import { selectColumns } from '@storewright/database';
import { isUuid, notFound } from '@storewright/json-api';
import { Member } from '@storewright/people';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import type { CustomRole } from './role.entity';

export type StoredRole = Pick<CustomRole, 'id' | 'shop_id' | 'name' | 'scopes'> & { member_count: number };

export async function findRole(
  repository: Repository<CustomRole>,
  shop_id: string,
  id: string,
): Promise<StoredRole> {
  const query = isUuid(id) && rolesOf(shop_id, repository).andWhere('r.id = :id', { id });
  const role = query && (await query.getRawOne<StoredRole>());
  if (!role) throw notFound('roles', id);
  return role;
}

export function rolesOf(shop_id: string, repository: Repository<CustomRole>): SelectQueryBuilder<CustomRole> {
  const columns = ['shop_id', 'id', 'name', 'scopes', 'created_at', 'updated_at'] as const;
  const holders = (sub: SelectQueryBuilder<CustomRole>) =>
    sub.select('count(*)::int').from(Member, 'm').where('m.shop_id = :shop_id AND m.role_id = r.id');
  return selectColumns(repository.createQueryBuilder('r'), columns)
    .addSelect(holders, 'member_count')
    .where('r.shop_id = :shop_id', { shop_id });
}
