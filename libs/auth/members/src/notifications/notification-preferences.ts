import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type NotificationKind, notificationKinds } from '@storewright/audit';
import { AuthDatabase } from '@storewright/database';
import {
  ApiError,
  type DocumentRow,
  notFound,
  type ParsedResource,
  refuseOthers,
} from '@storewright/json-api';
import type { Repository } from 'typeorm';
import { NotificationPreference } from './notification-preference.entity';
import {
  kindNames,
  notificationPreferences,
  type UpdateNotificationPreference,
} from './notification.resource';
import type { Recipient } from './notifications';

type Choice = Pick<NotificationPreference, 'in_panel' | 'by_mail'>;

/**
 * Returns the default preference for a kind of notification. `auth.add_notifications` contains the same
 * default.
 */
function defaultOf(kind: NotificationKind): Choice {
  const { isChosen, isMailed } = notificationKinds[kind];
  return { in_panel: isChosen, by_mail: isChosen && isMailed };
}

@Injectable()
export class NotificationPreferences {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(NotificationPreference, 'auth')
    private readonly preferences: Repository<NotificationPreference>,
  ) {}

  /** Returns the member's preference for every kind of notification, including defaults. */
  async list({ shop_id, owner_id }: Recipient): Promise<DocumentRow[]> {
    const stored = await this.database.of({ shop_id }, this.preferences).findBy({ shop_id, owner_id });
    const byKind = new Map(stored.map((each) => [each.kind, each]));
    return kindNames.toSorted().map((kind) => shown(shop_id, kind, byKind.get(kind)));
  }

  async find(recipient: Recipient, kind: string): Promise<DocumentRow> {
    const preference = (await this.list(recipient)).find(({ id }) => id === kind);
    if (!preference) throw notFound('notification_preferences', kind);
    return preference;
  }

  change(
    recipient: Recipient,
    id: string,
    input: ParsedResource<UpdateNotificationPreference>,
  ): Promise<DocumentRow> {
    const { shop_id, owner_id } = recipient;
    const kind = kindNames.find((each) => each === id);
    if (!kind) throw notFound('notification_preferences', id);
    refuseMails(kind, input);
    return this.database.transaction({ shop_id }, async (transaction) => {
      const preferences = transaction.of(this.preferences);
      const key = { shop_id, owner_id, kind };
      const insert = preferences
        .createQueryBuilder()
        .insert()
        .values({ ...key, ...defaultOf(kind) });
      await insert.orIgnore().updateEntity(false).execute();
      const lock = { mode: 'pessimistic_write' } as const;
      const stored = await preferences.findOneOrFail({ where: key, lock });
      refuseOthers(notificationPreferences, input, shown(shop_id, kind, stored));
      const { in_panel = stored.in_panel, by_mail = stored.by_mail } = input.attributes;
      await preferences.update(key, { in_panel, by_mail });
      return shown(shop_id, kind, { in_panel, by_mail });
    });
  }
}

/** Throws if the request enables emails for a kind of notification that has no email. */
function refuseMails(
  kind: NotificationKind,
  { attributes, pointer }: ParsedResource<UpdateNotificationPreference>,
): void {
  if (!attributes.by_mail || notificationKinds[kind].isMailed) return;
  throw new ApiError('invalid_attribute', {
    detail: `Notifications of the kind ${kind} are shown only in the panel. Send false as by_mail.`,
    source: { pointer: `${pointer}/attributes/by_mail` },
    meta: { attribute: 'by_mail' },
  });
}

function shown(shop_id: string, kind: NotificationKind, choice: Choice = defaultOf(kind)): DocumentRow {
  return { id: kind, shop_id, in_panel: choice.in_panel, by_mail: choice.by_mail };
}
