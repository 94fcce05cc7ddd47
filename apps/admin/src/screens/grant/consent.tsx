import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type AskedScopes,
  askedScopes,
  type ScopeChanges,
  scopeChanges,
  type ShopApp,
} from '../../api/shop-apps';
import { AppDescription, AppLinks } from '../../parts/app-words';
import { Notice } from '../../parts/notice';
import { ScopeList, type Sentence } from '../../parts/scopes';
import { FocusedPage } from '../../shell/focused-page';
import { type TextId, useTexts } from '../../texts/texts';
import { ChangedInShop, ChangedSince } from './changed-since';
import { ConsentForm } from './consent-form';
import styles from './grant.module.css';
import { OptionalScopes } from './optional-scopes';
import { Parties } from './parties';

interface ConsentProps {
  app: ShopApp;
  scopes: readonly Sentence[];
  events: readonly Sentence[];
}

export function Consent({ app, scopes, events }: ConsentProps): ReactNode {
  const t = useTexts();
  const [query] = useSearchParams();
  const { name, webhook_events, granted_scopes } = app.attributes;
  const { fixed, selectable, selected: before } = askedOf(app, query);
  const requestedByAgent = app.attributes.client_url === null ? [] : namesOf(query, 'optional_scopes');
  const [selected, setSelected] = useState(
    selectable.filter((scope) => before.includes(scope) || requestedByAgent.includes(scope)),
  );
  const isFixed = (scope: string): boolean => !selectable.includes(scope);
  const changes = granted_scopes && scopeChanges(granted_scopes.filter(isFixed), fixed);
  const requested = namesOf(query, 'optional_scopes').filter((scope) => selectable.includes(scope));
  const isChanged = [changes?.added, changes?.dropped, scopeChanges(before, requested).added].some(
    (x) => x?.length,
  );
  const kind = !changes ? 'new' : isChanged ? 'changed' : 'same';
  // Shows no scope changes if the owner has consented to the current scopes.
  const shown = query.get('changed') === '1' && kind !== 'same' ? namesOf(query, 'shown') : undefined;
  const isChangedInShop = query.get('changed') === 'installation';
  const names = [...fixed, ...selected];
  return (
    <FocusedPage title={t(`grant.title.${kind}`, { app: name })} lead={t(`grant.lead.${kind}`)} size="wide">
      {shown && <ChangedSince shown={shown.filter(isFixed)} asked={fixed} scopes={scopes} />}
      {isChangedInShop && <ChangedInShop app={app} shown={namesOf(query, 'shown')} scopes={scopes} />}
      <Parties app={app} />
      <AgentNotice app={app} redirect={query.get('redirect_uri')} />
      <AppDescription app={app} />
      <AppLinks app={app} />
      <PersonalData app={app} names={names} scopes={scopes} />
      <Unreviewed scopes={unreviewedOf(app, names)} />
      <div className={styles['asked']}>
        <AskedScopes app={app} asked={fixed} changes={changes} scopes={scopes} />
        <OptionalScopes
          {...{ names: selectable, requested, selected, all: scopes, onChange: setSelected }}
          unreviewed={unreviewedOf(app, selectable)}
        />
        <Sentences title="grant.events" names={webhook_events} all={events} />
      </div>
      <ConsentForm app={app} scopes={names} kind={kind} asked={query} />
    </FocusedPage>
  );
}

/**
 * Returns the scopes to show. For an agent, only the scopes that it has or requests, because an agent can request
 * every scope.
 */
function askedOf(app: ShopApp, query: URLSearchParams): AskedScopes {
  const asked = askedScopes(app);
  const requested = namesOf(query, 'optional_scopes');
  if (app.attributes.client_url === null || !query.has('optional_scopes')) return asked;
  const isAsked = (scope: string): boolean => requested.includes(scope) || asked.selected.includes(scope);
  return { ...asked, selectable: asked.selectable.filter(isAsked) };
}

interface AgentNoticeProps extends Pick<ConsentProps, 'app'> {
  redirect: string | null;
}

/** Shows that an agent requests access. Warns if a program on this device receives the authorization code. */
function AgentNotice({ app, redirect }: AgentNoticeProps): ReactNode {
  const t = useTexts();
  const { client_url, install_host } = app.attributes;
  if (client_url === null) return null;
  return (
    <Notice kind="warning" title={t('grant.agent.title', { domain: install_host })}>
      <p>{t('grant.agent')}</p>
      {/^http:\/\//.test(redirect ?? '') && <p>{t('grant.agent.loopback')}</p>}
    </Notice>
  );
}

const namesOf = (query: URLSearchParams, name: string): string[] => (query.get(name) ?? '').split(' ');

interface PersonalDataProps extends Pick<ConsentProps, 'app' | 'scopes'> {
  names: readonly string[];
}

function PersonalData({ app, names, scopes }: PersonalDataProps): ReactNode {
  const t = useTexts();
  const personal = scopes.filter(({ attributes }) => attributes.personal_data).map(({ id }) => id);
  if (!names.some((scope) => personal.includes(scope))) return null;
  return (
    <Notice kind="warning" title={t('grant.personal.title')}>
      <p>{t(app.attributes.privacy_url === null ? 'grant.personal.noPolicy' : 'grant.personal')}</p>
    </Notice>
  );
}

/** Returns the scopes that the operator has not reviewed. Returns no scopes for an app outside the app directory. */
function unreviewedOf({ attributes: { reviewed_scopes } }: ShopApp, scopes: readonly string[]): string[] {
  return reviewed_scopes === null ? [] : scopes.filter((scope) => !reviewed_scopes.includes(scope));
}

function Unreviewed({ scopes }: { scopes: readonly string[] }): ReactNode {
  const t = useTexts();
  if (scopes.length === 0) return null;
  return (
    <Notice kind="warning" title={t('grant.unreviewed.title', { count: scopes.length })}>
      <p>{t('grant.unreviewed')}</p>
    </Notice>
  );
}

interface AskedScopesProps {
  app: ShopApp;
  /** Scopes that every consent includes, without a selection by the owner. */
  asked: readonly string[];
  changes: ScopeChanges | null;
  scopes: readonly Sentence[];
}

function AskedScopes({ app, asked, changes, scopes }: AskedScopesProps): ReactNode {
  const t = useTexts();
  const known = { all: scopes, unreviewed: unreviewedOf(app, asked) };
  return (
    <>
      {!changes && <Scopes title="grant.scopes.able" names={asked} {...known} />}
      {changes && (
        <>
          <Scopes title="grant.scopes.added" names={changes.added} {...known} kind="added" />
          <Scopes title="grant.scopes.dropped" names={changes.dropped} all={scopes} kind="dropped" />
          <Scopes title="grant.scopes.kept" names={changes.kept} {...known} />
        </>
      )}
      {asked.length === 0 && <p>{t('grant.scopes.none')}</p>}
    </>
  );
}

interface SentencesProps {
  title: TextId;
  names: readonly string[];
  all: readonly Sentence[];
  unreviewed?: readonly string[];
  kind?: 'added' | 'dropped';
}

function Sentences({ title, names, all, kind }: SentencesProps): ReactNode {
  const t = useTexts();
  if (names.length === 0) return null;
  return (
    <section className={styles['sentences']} data-kind={kind}>
      <h2>{t(title)}</h2>
      <ScopeList all={all} scopes={names} />
    </section>
  );
}

/** Shows scopes in two groups: scopes that read data, and scopes that write data. */
function Scopes({ title, names, all, unreviewed = [], kind }: SentencesProps): ReactNode {
  const t = useTexts();
  if (names.length === 0) return null;
  const groups = [
    { id: 'grant.scopes.view', names: names.filter(isViewing) },
    { id: 'grant.scopes.edit', names: names.filter((name) => !isViewing(name)) },
  ] as const;
  return (
    <section className={styles['sentences']} data-kind={kind}>
      <h2>{t(title)}</h2>
      {groups.map(
        ({ id, names: own }) =>
          own.length > 0 && (
            <div key={id} className={styles['group']}>
              <h3>{t(id)}</h3>
              <ScopeList all={all} scopes={own} unreviewed={unreviewed} level={4} hidePersonal />
            </div>
          ),
      )}
    </section>
  );
}

const isViewing = (scope: string): boolean => /\.(?:collection|get)$/.test(scope);
