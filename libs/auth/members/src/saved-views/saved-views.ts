import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage, selectColumns } from '@storewright/database';
import {
  ApiError,
  type DocumentRow,
  isUuid,
  type ListQuery,
  notFound,
  type ParsedResource,
  refuseOthers,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { MAX_SAVED_VIEWS_OF_PERSON, objectLimitReached } from '@storewright/people';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { SignedInMember } from '../member-access';
import { lockMembers } from '../members';
import { SavedView } from './saved-view.entity';
import { type CreateSavedView, savedViews, type UpdateSavedView } from './saved-view.resource';

type StoredView = DocumentRow & Pick<SavedView, 'id' | 'owner_id'>;
type VisibleView = StoredView & { is_own: boolean };

/** Saved views of lists in the admin panel. Members see their own views and the shared views of the shop. */
@Injectable()
export class SavedViews {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(SavedView, 'auth') private readonly views: Repository<SavedView>,
  ) {}

  async list(shop_id: string, owner_id: string, query: ListQuery): Promise<Page> {
    const visible = visibleTo(owner_id, shop_id, this.views);
    const { list } = query.filters;
    if (list !== undefined) visible.andWhere('v.list = :list', { list });
    const read = listing(visible, { id: 'v.id' });
    const page = await readPage((statement) => this.database.query({ shop_id }, statement), read, query);
    return { ...page, rows: page.rows.map((row) => shownTo(owner_id, row as unknown as StoredView)) };
  }

  find(shop_id: string, owner_id: string, id: string): Promise<VisibleView> {
    return findVisible(this.database.of({ shop_id }, this.views), { shop_id, owner_id, id });
  }

  /**
   * Locks the members of the shop, so that concurrent requests cannot exceed the maximum number of saved
   * views.
   */
  create(
    shop_id: string,
    { id: owner_id }: SignedInMember,
    { attributes }: ParsedResource<CreateSavedView>,
  ): Promise<DocumentRow> {
    const id = uuidv7();
    return this.database.transaction({ shop_id }, async (transaction) => {
      await lockMembers(transaction, shop_id);
      const views = transaction.of(this.views);
      if ((await views.countBy({ shop_id, owner_id })) >= MAX_SAVED_VIEWS_OF_PERSON)
        throw objectLimitReached(
          MAX_SAVED_VIEWS_OF_PERSON,
          `A person can save at most ${MAX_SAVED_VIEWS_OF_PERSON} views per shop. Delete a view first.`,
        );
      await views.insert({ shop_id, id, owner_id, ...attributes });
      return findVisible(transaction.of(this.views), { shop_id, owner_id, id });
    });
  }

  /**
   * Changes a saved view of the member. Owners and administrators can also change shared views of other
   * members.
   */
  change(
    shop_id: string,
    by: SignedInMember,
    id: string,
    input: ParsedResource<UpdateSavedView>,
  ): Promise<DocumentRow> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const views = transaction.of(this.views);
      const view = await findVisible(views, { shop_id, owner_id: by.id, id });
      refuseStrangers(by, view);
      refuseOthers(savedViews, input, view);
      if (Object.keys(input.attributes).length > 0)
        await views.update({ shop_id, id: view.id }, input.attributes);
      return { ...view, ...input.attributes };
    });
  }

  /**
   * Deletes a saved view of the member. Owners and administrators can also delete shared views of other
   * members.
   */
  delete(shop_id: string, by: SignedInMember, id: string): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const view = await findVisible(transaction.of(this.views), { shop_id, owner_id: by.id, id });
      refuseStrangers(by, view);
      await transaction.of(this.views).delete({ shop_id, id: view.id });
    });
  }
}

function refuseStrangers({ membership }: SignedInMember, { is_own }: VisibleView): void {
  if (is_own || membership.isUnlimited) return;
  throw new ApiError('insufficient_role', {
    detail: 'Only the author of a shared view, an owner or an administrator can change or delete the view.',
  });
}

async function findVisible(
  repository: Repository<SavedView>,
  { shop_id, owner_id, id }: Pick<SavedView, 'shop_id' | 'owner_id' | 'id'>,
): Promise<VisibleView> {
  const query = isUuid(id) && visibleTo(owner_id, shop_id, repository).andWhere('v.id = :id', { id });
  const view = query && (await query.getRawOne<StoredView>());
  if (!view) throw notFound('saved_views', id);
  return shownTo(owner_id, view);
}

function shownTo(owner_id: string, view: StoredView): VisibleView {
  return { ...view, is_own: view.owner_id === owner_id };
}

function visibleTo(
  owner_id: string,
  shop_id: string,
  repository: Repository<SavedView>,
): SelectQueryBuilder<SavedView> {
  const columns = ['shop_id', 'id', 'owner_id', 'name', 'list', 'query', 'is_shared', 'created_at'] as const;
  return selectColumns(repository.createQueryBuilder('v'), columns).where(
    'v.shop_id = :shop_id AND (v.is_shared OR v.owner_id = :owner_id)',
    { shop_id, owner_id },
  );
}
