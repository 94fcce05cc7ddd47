import type { Transaction } from '@storewright/database';
import { App, type JsonText, type Language, Shop } from '@storewright/entities';
import { type NoticeDetails, insertMails } from '@storewright/mail';
import { Member, Owner } from '@storewright/people';
import type { AuditEntry } from './audit-log';
import { noticeOf, type Recipient, type SecurityNotice } from './security-notices';

/** An audit log entry, with the language of emails to recipients who have not chosen one. */
type Told = AuditEntry & { language?: Language | null };

export async function sendNotices(transaction: Transaction, entry: Told): Promise<void> {
  const notice = noticeOf(entry);
  if (!notice) return;
  const emails = await recipientsOf(transaction, entry, notice.to);
  if (emails.length === 0) return;
  const details = await detailsOf(transaction, entry, notice);
  const { language = null } = entry;
  const mail = {
    kind: notice.mail,
    language,
    shop_domain: null,
    details: JSON.stringify(details) as JsonText<NoticeDetails>,
  };
  await insertMails(
    transaction,
    emails.map((email) => ({ ...mail, email })),
  );
}

async function recipientsOf(
  transaction: Transaction,
  { shop_id, owner_id, app_id, detail = {} }: Told,
  to: readonly Recipient[],
): Promise<string[]> {
  if (to.includes('previousAddress')) return [detail['previous_email'] as string];
  if (to.includes('person')) {
    const person = await transaction.of(Owner).findOneByOrFail({ id: owner_id! });
    return [person.email];
  }
  const ids = [
    ...(to.includes('actor') && owner_id !== undefined ? [owner_id] : []),
    ...(to.includes('member') ? [detail['member_id'] as string] : []),
  ];
  const members = transaction.of(Member).createQueryBuilder('m').where('m.shop_id = :shop_id', { shop_id });
  const rows = await members
    .select('auth.member_email(m.owner_id)', 'email')
    .andWhere(`(m.owner_id = ANY (:ids) OR (:owners AND m.role = 'owner'))`, {
      ids,
      owners: to.includes('owners'),
    })
    .getRawMany<{ email: string }>();
  const emails = rows.map(({ email }) => email);
  if (!to.includes('developer') || app_id === undefined) return emails;
  const [developer] = await transaction.query<{ email: string | null }>({
    ...developerEmail,
    values: [app_id],
  });
  return [...new Set([...emails, ...(developer?.email ? [developer.email] : [])])];
}

/**
 * Row-level security hides the app developer from a shop, so a database function returns the email address.
 */
const developerEmail = { name: 'developer-email', text: 'SELECT auth.developer_email($1) AS email' };

async function detailsOf(
  transaction: Transaction,
  { shop_id, owner_id, app_id, detail = {} }: Told,
  notice: SecurityNotice,
): Promise<NoticeDetails> {
  const details: NoticeDetails = { ...notice.details?.(detail) };
  if (shop_id !== undefined) {
    details.shop = (await transaction.of(Shop).findOneByOrFail({ id: shop_id })).name;
    if (owner_id !== undefined) details.actor = await nameOf(transaction, shop_id, owner_id);
  }
  if (app_id !== undefined) details.name ??= (await transaction.of(App).findOneByOrFail({ id: app_id })).name;
  return details;
}

/** Row-level security hides people from each other, so a database function returns the member's name. */
async function nameOf(transaction: Transaction, shop_id: string, owner_id: string): Promise<string> {
  const member = transaction.of(Member).createQueryBuilder('m').where({ shop_id, owner_id });
  const row = await member.select('auth.owner_name(m.owner_id)', 'name').getRawOne<{ name: string }>();
  return row?.name ?? '';
}
