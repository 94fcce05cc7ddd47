import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { CopyButton } from '../copy-button';
import { Icon } from '../icon';
import { Badge } from '../notice';
import { Time } from '../time';
import { Text, useTexts } from '../../texts/texts';
import styles from './entries.module.css';
import { type AuditEntry, sentenceOf } from './audit-entry';

/** Lists audit log entries grouped by day in the user's time zone. */
export function Entries({ entries }: { entries: readonly AuditEntry[] }): ReactNode {
  const intl = useIntl();
  const days: { title: string; entries: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const title = intl.formatDate(new Date(entry.attributes.created_at), { dateStyle: 'full' });
    if (days.at(-1)?.title === title) days.at(-1)!.entries.push(entry);
    else days.push({ title, entries: [entry] });
  }
  return days.map(({ title, entries: ofDay }) => (
    <section key={title} aria-label={title}>
      <h2 className={styles['day']}>{title}</h2>
      <ul>
        {ofDay.map((entry) => (
          <li key={entry.id} className={styles['entry']}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Entry({ entry }: { entry: AuditEntry }): ReactNode {
  const t = useTexts();
  const { attributes } = entry;
  const { text, icon, isAlarming = false } = sentenceOf(entry);
  return (
    <details>
      <summary className={styles['summary']}>
        <span className={styles['icon']} data-alarming={isAlarming}>
          <Icon name={icon} size={16} />
        </span>
        <span className={styles['words']}>
          <span>
            <Text
              id={text}
              values={{
                owner: <Name>{attributes.owner_name ?? t('activity.somebody')}</Name>,
                app: <Name>{attributes.app_name ?? t('activity.someApp')}</Name>,
                name: <Name>{String(attributes.detail['name'])}</Name>,
                kind: <code>{attributes.kind}</code>,
              }}
            />
          </span>
          <More entry={entry} />
        </span>
        <span className={styles['time']}>
          <Time value={attributes.created_at} form="clock" />
        </span>
        <span className={styles['chevron']}>
          <Icon name="chevron" size={14} />
        </span>
      </summary>
      <Details entry={entry} />
    </details>
  );
}

/** Isolates the text direction of a user-defined name from the surrounding text. */
function Name({ children }: { children: string }): ReactNode {
  return (
    <b>
      <bdi>{children}</bdi>
    </b>
  );
}

const kindsWithAddress = [
  ...['sessions.created', 'sessions.replayed', 'devices.allowed', 'devices.confirmed'],
  'owners.password_changed',
];

const kindsWithScopes = [
  ...['installations.granted', 'installations.scopes_withdrawn', 'installations.scopes_restored'],
  ...['access_tokens.created', 'access_tokens.changed'],
];

/** Shows the details of an audit log entry that the entry's sentence does not contain. */
function More({ entry: { attributes } }: { entry: AuditEntry }): ReactNode {
  const t = useTexts();
  const { kind, detail } = attributes;
  if (kindsWithAddress.includes(kind))
    return typeof detail['address'] === 'string' ? (
      <span className={styles['soft']}>{t('activity.from', { address: detail['address'] })}</span>
    ) : null;
  if (kind === 'webhooks.expiring' || kind === 'webhooks.expired') return <Loss entry={attributes} />;
  if (kind === 'access_tokens.changed' && texts(detail['dropped']).length === 0) return null;
  if (!kindsWithScopes.includes(kind)) return null;
  if (!Array.isArray(detail['added']) && !Array.isArray(detail['dropped']))
    return <Scopes scopes={detail['scopes']} />;
  return <Differences added={texts(detail['added'])} dropped={texts(detail['dropped'])} />;
}

/** Shows which webhook events were lost, or when the first webhook event will be lost. */
function Loss({ entry: { kind, detail } }: { entry: AuditEntry['attributes'] }): ReactNode {
  const t = useTexts();
  const { kept_until, lost, first_sequence, through_sequence } = detail;
  return (
    <span className={styles['soft']}>
      {kind === 'webhooks.expiring' ? (
        <Text
          id="activity.webhooksExpiring.when"
          values={{ time: <Time value={typeof kept_until === 'string' ? kept_until : null} /> }}
        />
      ) : (
        t('activity.webhooksExpired.which', {
          count: Number(lost),
          first: String(first_sequence),
          last: String(through_sequence),
        })
      )}
    </span>
  );
}

function Scopes({ scopes }: { scopes: unknown }): ReactNode {
  const t = useTexts();
  return (
    <span className={styles['soft']}>
      {Array.isArray(scopes) ? texts(scopes).join(', ') || t('activity.noScopes') : t('scopes.all')}
    </span>
  );
}

function Differences({ added, dropped }: { added: string[]; dropped: string[] }): ReactNode {
  const t = useTexts();
  if (added.length + dropped.length === 0)
    return <span className={styles['soft']}>{t('activity.unchanged')}</span>;
  return (
    <span className={styles['differences']}>
      {added.map((scope) => (
        <span key={scope}>
          <Badge kind="info">{t('scopes.new')}</Badge> {scope}
        </span>
      ))}
      {dropped.map((scope) => (
        <span key={scope}>
          <Badge>{t('scopes.dropped')}</Badge> <del>{scope}</del>
        </span>
      ))}
    </span>
  );
}

function Details({ entry: { id, attributes } }: { entry: AuditEntry }): ReactNode {
  const t = useTexts();
  const { kind, created_at, request_id, detail } = attributes;
  return (
    <dl className={styles['details']}>
      <Row title={t('activity.detail.request')}>
        {request_id === null ? (
          t('activity.detail.byCommand')
        ) : (
          <>
            <code>{request_id}</code>
            <CopyButton text={request_id} label={t('activity.detail.request')} />
          </>
        )}
      </Row>
      <Row title={t('activity.detail.time')}>
        <code>{created_at.replace('T', ' ').replace('Z', '')}</code>
      </Row>
      <Row title={t('activity.detail.kind')}>
        <code>{kind}</code>
      </Row>
      <Row title={t('activity.detail.entry')}>
        <code>{id}</code>
      </Row>
      {Object.entries(detail).map(([name, value]) => (
        <Row key={name} title={<code>{name}</code>}>
          <code>{shown(value)}</code>
        </Row>
      ))}
    </dl>
  );
}

function Row({ title, children }: { title: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function texts(values: unknown): string[] {
  return Array.isArray(values) ? values.map(String) : [];
}
